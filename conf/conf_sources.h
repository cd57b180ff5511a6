// Gathers the settings of a program from all places where a user may write them. Called once, by the thread that starts
// an application.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/conf/conf.h"
#include "ferro/conf/submitted_settings.h"

namespace ferro {

// What the process's environment says about where settings are; a test gives its own.
struct ConfEnvironment {
  std::string confDirectory = "conf";  // holds ferro-defaults.conf and spark-defaults.conf, both optional
  std::string propertiesFile = {};     // empty for none
  // Flags of ferro-submit, the strongest first.
  std::vector<SubmittedSetting> submitted = {};

  // $FERRO_CONF_DIR, $FERRO_PROPERTIES_FILE and the file that $FERRO_SUBMITTED_SETTINGS names.
  static ConfEnvironment ofThisProcess();
};

// Strongest first: what the code set, arguments, flags of ferro-submit, the properties file, ferro-defaults.conf,
// spark-defaults.conf. Of two settings of one key in the same place the last one counts.
//
// Takes each `--ferro.KEY=VALUE` and `--spark.KEY=VALUE` before a `--` out of argc and argv; everything else (the `--`
// too) stays, in its order. Nothing is taken when this throws. The caller shows Conf::warnings() of the result.
Conf loadConf(const Conf& fromCode, int& argc, char** argv, const ConfEnvironment& environment);

// Throws kInvalidConf when the key's value must not stand among arguments.
void refuseSecretArgument(std::string_view key);

}  // namespace ferro
