// What an application's settings come to as arguments of Slurm's srun, salloc and sbatch. Any thread may call these.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ferro {

class Conf;

// Where a request wants to run: partition, account, time limit, and what the user adds. Error kInvalidConf when that
// are no options.
std::vector<std::string> slurmPlaceArguments(const Conf& conf);

// Whether this process runs in an allocation, so that nothing need be asked for but steps.
bool isInSlurmAllocation();

// What a driver that runs in the allocation needs of it.
struct SlurmDriver {
  int64_t cores = 0;
  int64_t memory = 0;  // bytes

  // ferro.driver.cores and ferro.driver.memory; without the latter, as much as executors of as many cores.
  static SlurmDriver of(const Conf& conf);
};

// The allocation for all executors of an application, with room for its driver if that is to run there.
std::vector<std::string> slurmAllocationArguments(const Conf& conf, const SlurmDriver& driver);

}  // namespace ferro
