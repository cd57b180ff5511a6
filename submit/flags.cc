#include "ferro/submit/flags.h"

#include <algorithm>
#include <array>

#include "ferro/common/nearest_name.h"
#include "ferro/conf/keys.h"

namespace ferro::submit {
namespace {

using enum FlagRole;

constexpr std::array kFlags = {
    Flag{.name = "--master",
         .value = "MASTER",
         .meaning = "Where tasks run: local[N] or local[*] (the default) for threads of one process, "
                    "local-cluster[N,cores,memory] for processes on this machine, slurm for a Slurm cluster, "
                    "external[N,cores] for executors that somebody else starts.",
         .key = &keys::kMaster,
         .completion = Completion::kChoices,
         .choices = "local local[*] local[2] local-cluster[2,1,1g] slurm external[2,1]"},
    Flag{.name = "--deploy-mode",
         .value = "MODE",
         .meaning = "Where the driver runs: client for here (the default), cluster for one of the cluster's machines.",
         .key = &keys::kSubmitDeployMode,
         .completion = Completion::kChoices,
         .choices = "client cluster"},
    Flag{.name = "--name",
         .value = "NAME",
         .meaning = "Name of the application. Default: that of the program.",
         .key = &keys::kAppName},
    Flag{.name = "--conf",
         .shortName = "-c",
         .value = "KEY=VALUE",
         .meaning = "Any setting, by its key. May be given several times.",
         .role = kConf,
         .completion = Completion::kConfSetting},
    Flag{.name = "--properties-file",
         .value = "FILE",
         .meaning =
             "File of further settings, stronger than conf/ferro-defaults.conf and weaker than flags. It takes the "
             "place of conf/spark-defaults.conf.",
         .key = &keys::kPropertiesFile,
         .completion = Completion::kFile},
    Flag{.name = "--load-spark-defaults",
         .meaning = "Reads conf/spark-defaults.conf beside a properties file, too.",
         .key = &keys::kSubmitLoadSparkDefaults},
    Flag{.name = "--num-executors",
         .value = "N",
         .meaning = "Number of executors. Default: 2.",
         .key = &keys::kExecutorInstances},
    Flag{.name = "--executor-cores",
         .value = "N",
         .meaning = "Cores of each executor. Default: 1.",
         .key = &keys::kExecutorCores},
    Flag{.name = "--total-executor-cores",
         .value = "N",
         .meaning = "Most cores of all executors together.",
         .key = &keys::kCoresMax},
    Flag{.name = "--executor-memory",
         .value = "SIZE",
         .meaning = "Memory of each executor, such as 512m or 4g. Default: 1g for each core.",
         .key = &keys::kExecutorMemory},
    Flag{.name = "--driver-memory",
         .value = "SIZE",
         .meaning = "Memory of the driver, such as 512m or 4g. Default: half of its machine's.",
         .key = &keys::kDriverMemory},
    Flag{.name = "--driver-cores",
         .value = "N",
         .meaning = "Cores of a driver in cluster mode. Default: 1.",
         .key = &keys::kDriverCores},
    Flag{.name = "--files",
         .value = "FILES",
         .meaning = "Files, separated by commas, for driver and executors: ferro::Files::get(NAME) finds them. "
                    "PATH#NAME gives another name.",
         .key = &keys::kFiles,
         .completion = Completion::kFile},
    Flag{.name = "--archives",
         .value = "FILES",
         .meaning = "Archives, separated by commas, that are unpacked into directories of their names, found as files "
                    "are. PATH#NAME gives another name.",
         .key = &keys::kArchives,
         .completion = Completion::kFile},
    Flag{.name = "--queue",
         .value = "NAME",
         .meaning = "Queue of the cluster: Slurm's partition.",
         .key = &keys::kSlurmPartition},
    Flag{.name = "--supervise",
         .meaning = "Starts a driver in cluster mode again when it fails.",
         .key = &keys::kDriverSupervise},
    Flag{.name = "--summary",
         .meaning =
             "Prints a summary when the application ends: time, shuffle, spill, skew and memory of each stage, and "
             "advice.",
         .key = &keys::kUiSummary},
    Flag{.name = "--kill", .value = "ID", .meaning = "Ends what was submitted in cluster mode.", .role = kKill},
    Flag{.name = "--status",
         .value = "ID",
         .meaning = "Tells how what was submitted in cluster mode is doing.",
         .role = kStatus},
    Flag{.name = "--explain-conf",
         .value = "KEY",
         .meaning = "Tells what a setting does, its value now and where that came from.",
         .role = kExplainConf,
         .completion = Completion::kConfKey},
    Flag{.name = "--verbose",
         .shortName = "-v",
         .meaning = "Tells what is started, with each setting and where it came from; secrets stay hidden.",
         .role = kVerbose},
    Flag{.name = "--version", .meaning = "Shows the version.", .role = kVersion},
    Flag{.name = "--help", .shortName = "-h", .meaning = "Shows this text.", .role = kHelp},
};

constexpr Flag kRunDriverFlag{
    .name = "--run-driver", .value = "DIRECTORY", .meaning = "Runs the driver of a batch job.", .role = kRunDriver};

constexpr std::array<std::string_view, 12> kFlagsOfTheJvm = {
    "--class",
    "--jars",
    "--packages",
    "--exclude-packages",
    "--repositories",
    "--py-files",
    "--driver-java-options",
    "--driver-library-path",
    "--driver-class-path",
    "--principal",
    "--keytab",
    "--remote",
};

}  // namespace

std::span<const Flag> flags() { return kFlags; }

const Flag* findFlag(std::string_view name) {
  if (name == kRunDriverFlag.name) return &kRunDriverFlag;
  const auto found = std::find_if(kFlags.begin(), kFlags.end(), [&](const Flag& flag) {
    return flag.name == name || (!flag.shortName.empty() && flag.shortName == name);
  });
  return found == kFlags.end() ? nullptr : &*found;
}

std::string_view nearestFlag(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Flag& flag : kFlags) names.push_back(flag.name);
  return nearestName(name, names).value_or("");
}

bool isFlagOfTheJvm(std::string_view name) {
  return std::find(kFlagsOfTheJvm.begin(), kFlagsOfTheJvm.end(), name) != kFlagsOfTheJvm.end();
}

}  // namespace ferro::submit
