#include "ferro/submit/command_line.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/conf_sources.h"
#include "ferro/conf/keys.h"
#include "ferro/submit/flags.h"

namespace ferro::submit {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorCode::kInvalidArgument, what); }

class Parser {
 public:
  explicit Parser(std::span<const std::string> arguments) : left_(arguments) {}

  CommandLine parse() {
    while (!left_.empty() && !hasEnded_ && left_.front().starts_with('-') && left_.front() != "-") takeFlag();
    std::reverse(ofFlags_.begin(), ofFlags_.end());
    std::reverse(ofConf_.begin(), ofConf_.end());
    line_.settings = std::move(ofFlags_);
    line_.settings.insert(line_.settings.end(), ofConf_.begin(), ofConf_.end());
    if (hasPropertiesFile_) {
      line_.settings.push_back(
          {std::string(keys::kSubmitLoadSparkDefaults.name), "false", "ferro-submit --properties-file"});
    }
    if (!left_.empty()) {
      line_.application = next();
      line_.arguments.assign(left_.begin(), left_.end());
    }
    if (line_.task == Task::kRun && line_.application.empty()) {
      refuse("no application is given; write ferro-submit [flags] app [args], or see ferro-submit --help");
    }
    return std::move(line_);
  }

 private:
  std::string next() {
    std::string text = left_.front();
    left_ = left_.subspan(1);
    return text;
  }

  void takeFlag() {
    std::string name = next();
    if (name == "--") {
      hasEnded_ = true;
      return;
    }
    std::string value;
    const size_t equals = name.find('=');
    const bool hasValue = name.starts_with("--") && equals != std::string::npos;
    if (hasValue) value = name.substr(equals + 1);
    if (hasValue) name.erase(equals);
    const Flag* flag = findFlag(name);
    const bool isOfTheJvm = isFlagOfTheJvm(name);
    if (flag == nullptr && !isOfTheJvm) {
      refuse(name + " is no flag of ferro-submit; did you mean " + std::string(nearestFlag(name)) +
             "? Flags of the application come after its name");
    }
    const bool takesValue = isOfTheJvm || !flag->value.empty();
    if (hasValue && !takesValue) refuse(name + " takes no value");
    if (takesValue && !hasValue) {
      if (left_.empty()) refuse(name + " needs a value" + (flag == nullptr ? "" : ": " + std::string(flag->value)));
      value = next();
    }
    if (isOfTheJvm) {
      line_.warnings.push_back(name + " is ignored: it is for programs in a JVM, and Ferro has none");
    } else {
      apply(*flag, value);
    }
  }

  void apply(const Flag& flag, std::string value) {
    switch (flag.role) {
      case FlagRole::kSetting: return addSetting(flag, std::move(value));
      case FlagRole::kConf: return addConf(value);
      case FlagRole::kVerbose: line_.verbose = true; return;
      case FlagRole::kKill: return setTask(Task::kKill, value);
      case FlagRole::kStatus: return setTask(Task::kStatus, value);
      case FlagRole::kExplainConf: return setTask(Task::kExplainConf, value);
      case FlagRole::kRunDriver: return setTask(Task::kRunDriver, value);
      case FlagRole::kVersion: return setTask(Task::kVersion, value);
      case FlagRole::kHelp: return setTask(Task::kHelp, value);
    }
  }

  void setTask(Task task, const std::string& subject) {
    line_.task = task;
    line_.subject = subject;
    // As Spark does: the rest need not even make sense.
    hasEnded_ = hasEnded_ || task == Task::kHelp || task == Task::kVersion;
  }

  void addSetting(const Flag& flag, std::string value) {
    if (flag.value.empty()) value = "true";
    // The application may have another working directory.
    if (flag.key == &keys::kPropertiesFile) {
      value = std::filesystem::absolute(value).string();
      hasPropertiesFile_ = true;
    }
    ofFlags_.push_back({std::string(flag.key->name), std::move(value), "ferro-submit " + std::string(flag.name)});
  }

  void addConf(const std::string& setting) {
    const size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      refuse("--conf " + Conf().redacted("", setting) + " is no setting; write --conf KEY=VALUE");
    }
    const std::string key = setting.substr(0, equals);
    refuseSecretArgument(key);
    ofConf_.push_back({key, setting.substr(equals + 1), "ferro-submit --conf"});
  }

  std::span<const std::string> left_;
  bool hasEnded_ = false;
  bool hasPropertiesFile_ = false;
  CommandLine line_;
  std::vector<SubmittedSetting> ofFlags_;
  std::vector<SubmittedSetting> ofConf_;
};

}  // namespace

CommandLine parseCommandLine(std::span<const std::string> arguments) { return Parser(arguments).parse(); }

}  // namespace ferro::submit
