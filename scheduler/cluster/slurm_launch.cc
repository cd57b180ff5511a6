#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/scheduler/cluster/launch_method.h"
#include "ferro/scheduler/cluster/node_paths.h"
#include "ferro/scheduler/cluster/slurm_request.h"

namespace ferro {
namespace {

// What an allocation tells about itself would be taken for requests of the step.
constexpr std::array<std::string_view, 3> kKeptOfSlurm = {"SLURM_CONF=", "SLURM_JOB_ID=", "SLURM_CLUSTER_NAME="};

// What ferro-submit has said of the nodes, or empty.
std::string onNodes(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

bool isReplaced(std::string_view variable) {
  if (variable.starts_with("FERRO_EXECUTOR_")) return true;
  if (variable.starts_with("FERRO_FILES_DIR=")) return !onNodes(kNodeFilesVariable).empty();
  if (variable.starts_with("LD_LIBRARY_PATH=")) return !onNodes(kNodeLibrariesVariable).empty();
  if (!variable.starts_with("SLURM_")) return false;
  for (const std::string_view kept : kKeptOfSlurm) {
    if (variable.starts_with(kept)) return false;
  }
  return true;
}

int64_t mebibytes(int64_t bytes) { return (bytes + (1 << 20) - 1) >> 20; }

std::vector<std::string> requestOf(const ExecutorLaunch& launch, int64_t gpus) {
  std::vector<std::string> arguments{"srun",
                                     "--nodes=1",
                                     "--ntasks=1",
                                     "--cpus-per-task=" + std::to_string(launch.cores),
                                     "--mem=" + std::to_string(mebibytes(launch.memory)) + "M",
                                     "--unbuffered",
                                     "--job-name=ferro-executor-" + launch.executorId};
  if (gpus > 0) arguments.push_back("--gres=gpu:" + std::to_string(gpus));
  return arguments;
}

std::vector<std::string> programOnNodes() {
  std::vector<std::string> program = argumentsOfThisProcess();
  program.front() = onNodes(kNodeProgramVariable);
  if (program.front().empty()) program.front() = std::filesystem::read_symlink("/proc/self/exe").string();
  return program;
}

std::vector<std::string> environmentOnNodes() {
  std::vector<std::string> environment = environmentWithout(isReplaced);
  if (const std::string files = onNodes(kNodeFilesVariable); !files.empty()) {
    environment.push_back("FERRO_FILES_DIR=" + files);
  }
  if (const std::string libraries = onNodes(kNodeLibrariesVariable); !libraries.empty()) {
    const std::string others = onNodes("LD_LIBRARY_PATH");
    environment.push_back("LD_LIBRARY_PATH=" + libraries + (others.empty() ? "" : ":" + others));
  }
  return environment;
}

// srun says so when the allocation is gone, by its time limit or by somebody's hand.
std::string whyNoMoreSteps(const std::string& said) {
  if (said.find("Expired or invalid job") == std::string::npos) return "";
  const std::string job = std::getenv("SLURM_JOB_ID");
  return "Slurm's job " + job +
         ", in which executors ran, has ended: it was cancelled, or its time was over (see scontrol " + "show job " +
         job + " and ferro.slurm.timeLimit)";
}

}  // namespace

LaunchMethod slurmSteps(const Conf& conf) {
  const int64_t gpus = conf.get(keys::kExecutorGpus);
  // A step takes no more than it asks for, and the loss of another node does not end it.
  std::vector<std::string> place =
      isInSlurmAllocation() ? std::vector<std::string>{"--exact", "--no-kill"} : slurmPlaceArguments(conf);
  const auto makeCommand = [gpus, place = std::move(place)](ExecutorRole role) {
    ExecutorCommand command{"srun", requestOf(role.launch, gpus), {}, role.launch.secret};
    // srun hands no other descriptor on than its input.
    command.secretDescriptor = STDIN_FILENO;
    role.secretDescriptor = STDIN_FILENO;
    command.environment = role.environment();
    if (role.launch.secret.empty()) command.arguments.emplace_back("--input=none");
    command.arguments.insert(command.arguments.end(), place.begin(), place.end());
    for (std::string& argument : programOnNodes()) command.arguments.push_back(std::move(argument));
    for (std::string& variable : environmentOnNodes()) command.environment.push_back(std::move(variable));
    return command;
  };
  // srun ends the step in order, and takes a job that still waits out of the queue.
  LaunchMethod method{.command = makeCommand, .killSignal = SIGTERM};
  if (isInSlurmAllocation()) method.whyNoMore = whyNoMoreSteps;
  return method;
}

}  // namespace ferro
