#include "ferro/submit/settings_report.h"

#include <algorithm>

#include "ferro/common/error.h"
#include "ferro/conf/conf_value.h"
#include "ferro/conf/key_table.h"

namespace ferro::submit {
namespace {

// By its name, or by the end of it that no other has; null when there is none.
const ConfKeyBase* findKey(std::string_view name) {
  if (const ConfKeyBase* key = keyTable().find(name)) return key;
  const std::string end = "." + std::string(name);
  const ConfKeyBase* found = nullptr;
  for (const KeyTheme& theme : keyTable().themes()) {
    for (const ConfKeyBase* key : theme.keys) {
      if (!key->name.ends_with(end)) continue;
      if (found != nullptr) return nullptr;
      found = key;
    }
  }
  return found;
}

}  // namespace

std::string describeSettings(const Conf& conf) {
  std::string text;
  for (const ConfSetting& setting : conf.settings()) {
    text += "  " + setting.key + "=" + conf.redacted(setting.key, setting.text) + "  (from " + setting.source + ")\n";
  }
  return text.empty() ? "  none; all have their defaults\n" : text;
}

std::string describeCommand(const Conf& conf, const std::string& program, const std::vector<std::string>& arguments) {
  std::string text = program;
  std::string_view flag;  // whose value the next argument may be
  for (const std::string& argument : arguments) {
    text += " " + conf.redacted(flag, argument);
    const bool takesNext = argument.starts_with('-') && argument.find('=') == std::string::npos;
    flag = takesNext ? argument : std::string_view();
  }
  return text;
}

std::string explainKey(const Conf& conf, std::string_view name) {
  const ConfKeyBase* key = findKey(name);
  if (key == nullptr) {
    throw Error(ErrorCode::kInvalidConf, std::string(name) + " is not a known setting: " + keyTable().suggestion(name));
  }
  const std::vector<ConfSetting> settings = conf.settings();
  const auto set = std::find_if(settings.begin(), settings.end(),
                                [&](const ConfSetting& setting) { return setting.key == key->name; });
  const std::string byDefault =
      key->isOptional ? "none: " + std::string(key->whenUnset) : std::string(key->defaultText);
  std::string text = std::string(key->name) + "\n  " + std::string(key->meaning) + "\n";
  text += "  allowed: " + describeAllowed(*key) + "\n  default: " + byDefault + "\n";
  if (set == settings.end()) return text + "  now:     the default\n";
  return text + "  now:     " + conf.redacted(set->key, set->text) + "  (from " + set->source + ")\n";
}

}  // namespace ferro::submit
