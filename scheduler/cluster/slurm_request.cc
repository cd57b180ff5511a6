#include "ferro/scheduler/cluster/slurm_request.h"

#include <algorithm>
#include <cstdlib>

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/executor_request.h"
#include "ferro/conf/keys.h"

namespace ferro {
namespace {

int64_t roundedUp(int64_t dividend, int64_t divisor) { return (dividend + divisor - 1) / divisor; }

// Commas part the options, but may stand in their values too: what does not begin as an option goes on with the last.
void appendOptions(std::vector<std::string>& arguments, const std::vector<std::string>& parts) {
  if (!parts.front().starts_with('-')) {
    throw Error(ErrorCode::kInvalidConf, "ferro.slurm.options begins with '" + parts.front() +
                                             "', which is no option of Slurm's; write --NAME=VALUE,--NAME=VALUE");
  }
  for (const std::string& part : parts) {
    if (part.starts_with('-')) arguments.push_back(part);
    else arguments.back().append(",").append(part);
  }
}

}  // namespace

std::vector<std::string> slurmPlaceArguments(const Conf& conf) {
  std::vector<std::string> arguments;
  if (const auto partition = conf.get(keys::kSlurmPartition)) arguments.push_back("--partition=" + *partition);
  if (const auto account = conf.get(keys::kSlurmAccount)) arguments.push_back("--account=" + *account);
  if (const auto limit = conf.get(keys::kSlurmTimeLimit)) arguments.push_back("--time=" + *limit);
  if (const auto options = conf.get(keys::kSlurmOptions)) appendOptions(arguments, *options);
  return arguments;
}

bool isInSlurmAllocation() {
  const char* job = std::getenv("SLURM_JOB_ID");
  return job != nullptr && *job != '\0';
}

SlurmDriver SlurmDriver::of(const Conf& conf) {
  const ExecutorRequest request = executorRequestOf(conf);
  const int64_t cores = conf.get(keys::kDriverCores);
  const MemoryLimit memory = conf.get(keys::kDriverMemory);
  const int64_t share = roundedUp(cores, request.coresOfOne) * request.memoryOfOne;
  return {cores, memory.isAutomatic() ? share : memory.resolve(ByteSize()).bytes()};
}

std::vector<std::string> slurmAllocationArguments(const Conf& conf, const SlurmDriver& driver) {
  const ExecutorRequest request = executorRequestOf(conf);
  // All tasks of an allocation are of one size: the driver takes as many as it has need of.
  const int64_t ofDriver =
      std::max(roundedUp(driver.cores, request.coresOfOne), roundedUp(driver.memory, request.memoryOfOne));
  const int64_t tasks = request.executors + ofDriver;
  const int64_t memoryPerCore = roundedUp(roundedUp(request.memoryOfOne, request.coresOfOne), 1 << 20);
  // The loss of a node ends the executors there, not the others.
  std::vector<std::string> arguments{"--ntasks=" + std::to_string(tasks),
                                     "--cpus-per-task=" + std::to_string(request.coresOfOne),
                                     "--mem-per-cpu=" + std::to_string(memoryPerCore) + "M", "--no-kill"};
  if (const int64_t gpus = conf.get(keys::kExecutorGpus); gpus > 0) {
    arguments.push_back("--gpus-per-task=" + std::to_string(gpus));
  }
  for (std::string& argument : slurmPlaceArguments(conf)) arguments.push_back(std::move(argument));
  return arguments;
}

}  // namespace ferro
