// Gathers the settings of a program from all places where a user may write them. Called once, by the thread that starts
// an application.
#pragma once

#include <string>

#include "ferro/conf/conf.h"

namespace ferro {

// What the process's environment says about where settings are; a test gives its own.
struct ConfEnvironment {
  std::string confDirectory = "conf";  // holds ferro-defaults.conf and spark-defaults.conf, both optional
  std::string propertiesFile = {};     // empty for none

  // $FERRO_CONF_DIR and $FERRO_PROPERTIES_FILE.
  static ConfEnvironment ofThisProcess();
};

// Strongest first: what the code set, arguments, the properties file, ferro-defaults.conf, spark-defaults.conf. Of two
// settings of one key in the same place the last one counts.
//
// Takes each `--ferro.KEY=VALUE` and `--spark.KEY=VALUE` before a `--` out of argc and argv; everything else (the `--`
// too) stays, in its order. Nothing is taken when this throws. The caller shows Conf::warnings() of the result.
Conf loadConf(const Conf& fromCode, int& argc, char** argv, const ConfEnvironment& environment);

}  // namespace ferro
