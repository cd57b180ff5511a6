#include "ferro/conf/conf.h"

#include <charconv>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/text.h"
#include "ferro/conf/duration.h"
#include "ferro/conf/key_table.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/master.h"
#include "ferro/conf/memory_limit.h"
#include "ferro/conf/number_with_unit.h"
#include "ferro/conf/redaction.h"

namespace ferro {
namespace {

constexpr std::string_view kFerroPrefix = "ferro.";
constexpr std::string_view kSparkPrefix = "spark.";
// How conf_sources.cc keeps a master aside that means nothing here: key and value are one unknown key.
constexpr std::string_view kMasterOfSpark = "spark.master=";

std::string describeCode(const CodeLocation& where) {
  std::string_view path = where.file;
  size_t slash = path.rfind('/');
  std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return "program code, " + std::string(file) + " line " + std::to_string(where.line);
}

// Errors and warnings are one line, however strange the value.
std::string oneLine(std::string_view text) {
  constexpr size_t kLongest = 200;
  std::string line(text.substr(0, kLongest));
  if (text.size() > kLongest) line += "...";
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return line;
}

const ConfSubstitute* findSubstitute(const ConfKeyBase& key, std::string_view value) {
  for (const ConfSubstitute& substitute : key.substitutes) {
    if (lowerCase(substitute.written) == lowerCase(value)) return &substitute;
  }
  return nullptr;
}

// What is odd about a value that is allowed; empty when nothing is.
std::string doubtAbout(const ConfKeyBase& key, std::string_view text) {
  constexpr ByteSize kSmall = ByteSize::mebibytes(64);
  std::optional<ByteSize> size;
  if (key.type == ConfType::kMemory) {
    const auto limit = parseMemoryLimit(text);
    if (limit && !limit->isAutomatic()) size = limit->resolve(ByteSize());
  } else if (key.name == keys::kMaster.name && isMaster(text)) {
    const Master master = parseMaster(text);
    if (const auto* cluster = std::get_if<LocalClusterMaster>(&master)) size = cluster->memoryPerExecutor;
  }
  if (!size || size->bytes() >= kSmall.bytes()) return "";
  return " is a memory of only " + toText(*size) + "; a number alone counts MiB: write 2g for 2 GiB";
}

void appendItem(std::string& list, const std::string& item) {
  if (!list.empty()) list += ", ";
  list += item;
}

}  // namespace

Conf& Conf::set(std::string_view key, std::string_view value, CodeLocation where) {
  std::string source = describeCode(where);
  if (!key.starts_with(kFerroPrefix) && !key.starts_with(kSparkPrefix)) {
    throw Error(ErrorCode::kInvalidConf, described(key, value, source) +
                                             " is not a setting: keys begin with ferro. or spark.; " +
                                             keyTable().suggestion(key));
  }
  std::optional<ConfSetting> setting = checked(key, value, source);
  if (setting) settings_.insert_or_assign(setting->key, *setting);
  else ignored_.insert_or_assign(std::string(key), source);
  return *this;
}

Conf::Conf() = default;
Conf::~Conf() = default;
Conf::Conf(const Conf&) = default;
Conf& Conf::operator=(const Conf&) = default;
Conf::Conf(Conf&&) noexcept = default;
Conf& Conf::operator=(Conf&&) noexcept = default;

Conf& Conf::set(std::string_view key, ByteSize value, CodeLocation where) { return set(key, toText(value), where); }

Conf& Conf::setMilliseconds(std::string_view key, int64_t value, CodeLocation where) {
  return set(key, toText(std::chrono::milliseconds(value)), where);
}

Conf& Conf::setReal(std::string_view key, double value, CodeLocation where) {
  char text[32];
  char* end = std::to_chars(text, text + sizeof(text), value).ptr;
  return set(key, std::string_view(text, end), where);
}

Conf& Conf::setMaster(std::string_view master, CodeLocation where) { return set(keys::kMaster, master, where); }

Conf& Conf::setAppName(std::string_view name, CodeLocation where) { return set(keys::kAppName, name, where); }

Conf& Conf::setIfMissing(std::string_view key, std::string_view value, std::string_view source) {
  std::optional<ConfSetting> setting = checked(key, value, source);
  if (setting) settings_.try_emplace(setting->key, *setting);
  else ignored_.try_emplace(std::string(key), source);
  return *this;
}

bool Conf::contains(std::string_view key) const {
  const ConfKeyBase* declared = keyTable().find(key);
  return declared != nullptr && settings_.contains(declared->name);
}

std::optional<std::string> Conf::getText(std::string_view key) const {
  const ConfKeyBase* declared = keyTable().find(key);
  if (declared == nullptr) return std::nullopt;
  auto found = settings_.find(declared->name);
  if (found != settings_.end()) return found->second.text;
  if (declared->isOptional) return std::nullopt;
  return std::string(declared->defaultText);
}

std::vector<ConfSetting> Conf::settings() const {
  std::vector<ConfSetting> all;
  for (const auto& [name, setting] : settings_) all.push_back(setting);
  return all;
}

std::string Conf::redacted(std::string_view key, std::string_view value) const {
  // The expression names what secrets are called, so it finds itself; it is none.
  const ConfKeyBase* declared = keyTable().find(key);
  if (declared != nullptr && declared->name == keys::kRedactionRegex.name) return std::string(value);
  if (declared != nullptr && declared->isSecret) return redact("", key, value);  // whatever the expression says
  return redact(get(keys::kRedactionRegex), key, value);
}

// Nothing when the key is one of Spark's (or, in a file, of somebody else's) that means nothing here.
std::optional<ConfSetting> Conf::checked(std::string_view key, std::string_view value, std::string_view source) const {
  const ConfKeyBase* declared = keyTable().find(key);
  if (declared == nullptr) {
    if (!key.starts_with(kFerroPrefix)) return std::nullopt;
    throw Error(ErrorCode::kInvalidConf,
                described(key, value, source) + " is not a known setting: " + keyTable().suggestion(key));
  }
  value = trim(value);
  ConfSetting setting{std::string(declared->name), std::string(value), std::string(source), ""};
  if (const ConfSubstitute* substitute = findSubstitute(*declared, value)) {
    setting.text = substitute->taken;
    setting.replaced = value;
  }
  if (isAllowed(*declared, setting.text)) return setting;
  throw Error(ErrorCode::kInvalidConf,
              described(key, value, source) + " is not allowed: the value must be " + describeAllowed(*declared));
}

std::string Conf::described(std::string_view key, std::string_view value, std::string_view source) const {
  // A secret whose key is misspelled is one, too.
  const ConfKeyBase* meant = keyTable().find(keyTable().nearest(key));
  const bool isSecret = meant != nullptr && meant->isSecret;
  const std::string shown = redacted(isSecret ? meant->name : key, value);
  return oneLine(key) + "=" + oneLine(shown) + " (from " + std::string(source) + ")";
}

std::vector<std::string> Conf::warnings() const {
  std::vector<std::string> lines;
  std::string ignored;
  for (const auto& [name, setting] : settings_) {
    const ConfKeyBase& key = *keyTable().find(name);
    if (key.status == ConfStatus::kNoEffectYet) {
      lines.push_back(described(name, setting.text, setting.source) + " has no effect yet");
    }
    if (const std::string doubt = doubtAbout(key, setting.text); !doubt.empty()) {
      lines.push_back(described(name, setting.text, setting.source) + doubt);
    }
    const ConfSubstitute* substitute = setting.replaced.empty() ? nullptr : findSubstitute(key, setting.replaced);
    if (substitute != nullptr && !substitute->reason.empty()) {
      lines.push_back(described(name, setting.replaced, setting.source) + " is taken as " + setting.text + ": " +
                      std::string(substitute->reason));
    }
  }
  for (const auto& [key, source] : ignored_) {
    const std::string meant = keyTable().misspelled(key);
    if (key.starts_with(kMasterOfSpark)) {
      lines.push_back(oneLine(key) + " (from " + source + ") is a cluster that only Spark runs on; ferro.master=" +
                      getText(keys::kMaster).value_or("") + " is used instead");
    } else if (!meant.empty()) {
      lines.push_back(oneLine(key) + " (from " + source + ") is not a known setting; did you mean " + meant + "?");
    } else {
      appendItem(ignored, oneLine(key) + " (from " + source + ")");
    }
  }
  if (!ignored.empty()) lines.push_back("ignored: these settings have no effect in Ferro: " + ignored);
  return lines;
}

}  // namespace ferro
