#include "ferro/conf/conf_sources.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"
#include "ferro/conf/key_table.h"
#include "ferro/conf/keys_application.h"
#include "ferro/conf/keys_submit.h"
#include "ferro/conf/master.h"
#include "ferro/conf/properties_file.h"

namespace ferro {
namespace {

constexpr std::string_view kCommandLine = "the command line";

struct Arguments {
  std::vector<std::string_view> settings;  // without their leading `--`
  std::vector<char*> others;
};

// Only the value that counts must make sense.
void setWeaker(Conf& conf, std::string_view key, std::string_view value, std::string_view source) {
  if (!conf.contains(key)) conf.setIfMissing(key, value, source);
}

bool isSettingArgument(std::string_view argument) {
  return argument.starts_with("--ferro.") || argument.starts_with("--spark.");
}

Arguments splitArguments(int argc, char** argv) {
  Arguments arguments;
  bool ended = false;
  for (int i = 0; i < argc; ++i) {
    std::string_view argument = argv[i];
    // The first is the program's own name.
    bool isSetting = i > 0 && !ended && isSettingArgument(argument);
    if (isSetting) arguments.settings.push_back(argument.substr(2));
    else arguments.others.push_back(argv[i]);
    ended = ended || argument == "--";
  }
  return arguments;
}

void addArguments(Conf& conf, const std::vector<std::string_view>& settings) {
  // From the last to the first, because the first to come stays.
  for (auto setting = settings.rbegin(); setting != settings.rend(); ++setting) {
    size_t equals = setting->find('=');
    std::string_view name = setting->substr(0, equals);
    if (equals == std::string_view::npos) {
      throw Error(
          ErrorCode::kInvalidConf,
          "--" + std::string(name) + " (from the command line) has no value: write --" + std::string(name) + "=VALUE");
    }
    refuseSecretArgument(name);
    setWeaker(conf, name, setting->substr(equals + 1), kCommandLine);
  }
}

// Nothing when there is no such file.
std::optional<std::string> readFile(const std::string& path) {
  std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    throwErrno(errno, "cannot read the settings in " + path);
  }
  std::string content;
  char buffer[4096];
  while (size_t count = std::fread(buffer, 1, sizeof(buffer), file.get())) content.append(buffer, count);
  if (std::ferror(file.get())) throwErrno(errno, "cannot read the settings in " + path);
  return content;
}

bool namesMasterOfSpark(const Property& property) {
  return property.key == "spark.master" && isMasterOfSpark(property.value);
}

void addProperties(Conf& conf, const std::string& path, std::string_view content) {
  std::vector<Property> properties = parseProperties(content);
  const bool isForSpark = std::any_of(properties.begin(), properties.end(), namesMasterOfSpark);
  for (auto property = properties.rbegin(); property != properties.rend(); ++property) {
    std::string source = path + " line " + std::to_string(property->line);
    const ConfKeyBase* key = keyTable().find(property->key);
    if (key != nullptr && key->name == keys::kPropertiesFile.name) {
      throw Error(ErrorCode::kInvalidConf,
                  property->key + "=" + property->value + " (from " + source +
                      ") is not allowed: name the properties file in an argument, in code or by "
                      "$FERRO_PROPERTIES_FILE");
    }
    // A file that serves Spark's clusters too says there where Spark runs its drivers.
    const bool isDeployMode = key != nullptr && key->name == keys::kSubmitDeployMode.name;
    if (isForSpark && isDeployMode) continue;
    if (!namesMasterOfSpark(*property)) setWeaker(conf, property->key, property->value, source);
    else if (!conf.isSet(keys::kMaster)) conf.setIfMissing(property->key + "=" + property->value, "", source);
  }
}

void addSubmitted(Conf& conf, const ConfEnvironment& environment) {
  for (const SubmittedSetting& setting : environment.submitted) {
    setWeaker(conf, setting.key, setting.value, setting.source);
  }
}

void addPropertiesFile(Conf& conf, const ConfEnvironment& environment) {
  std::string path = conf.get(keys::kPropertiesFile).value_or(environment.propertiesFile);
  if (path.empty()) return;
  std::optional<std::string> content = readFile(path);
  if (!content) {
    throw Error(ErrorCode::kNotFound, "the properties file " + path +
                                          " does not exist; it is named by ferro.properties.file or "
                                          "$FERRO_PROPERTIES_FILE");
  }
  addProperties(conf, path, *content);
}

void addDefaultsFiles(Conf& conf, const ConfEnvironment& environment) {
  for (const std::string_view name : {"ferro-defaults.conf", "spark-defaults.conf"}) {
    if (name.starts_with("spark") && !conf.get(keys::kSubmitLoadSparkDefaults)) continue;
    std::string path = environment.confDirectory + "/" + std::string(name);
    if (std::optional<std::string> content = readFile(path)) addProperties(conf, path, *content);
  }
}

std::string variableOr(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

}  // namespace

ConfEnvironment ConfEnvironment::ofThisProcess() {
  ConfEnvironment environment{.confDirectory = variableOr("FERRO_CONF_DIR", "conf"),
                              .propertiesFile = variableOr("FERRO_PROPERTIES_FILE", "")};
  const std::string submittedFile = variableOr(kSubmittedSettingsVariable, "");
  if (!submittedFile.empty()) environment.submitted = readSubmittedSettings(submittedFile);
  return environment;
}

void refuseSecretArgument(std::string_view name) {
  const ConfKeyBase* key = keyTable().find(name);
  if (key == nullptr || !key->isSecret) return;
  throw Error(ErrorCode::kInvalidConf,
              std::string(name) +
                  " (from the command line) is not allowed: other users of this machine can see "
                  "arguments; write it in a properties file or name a file by " +
                  std::string(key->name) + ".file");
}

Conf loadConf(const Conf& fromCode, int& argc, char** argv, const ConfEnvironment& environment) {
  Arguments arguments = splitArguments(argc, argv);
  Conf conf = fromCode;
  addArguments(conf, arguments.settings);
  addSubmitted(conf, environment);
  addPropertiesFile(conf, environment);
  addDefaultsFiles(conf, environment);
  std::copy(arguments.others.begin(), arguments.others.end(), argv);
  // As the language promises for main: the entry after the last is null.
  if (!arguments.settings.empty()) argv[arguments.others.size()] = nullptr;
  argc = static_cast<int>(arguments.others.size());
  return conf;
}

}  // namespace ferro
