// What `ferro.master` says: where the tasks of an application run. Values and pure functions; any thread may use them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "ferro/conf/byte_size.h"

namespace ferro {

class Conf;

// Threads of the driver's own process.
struct LocalMaster {
  std::optional<int64_t> threads;      // nothing for `*`: one for each core
  std::optional<int64_t> maxFailures;  // F of local[N,F]

  int64_t numThreads() const;
  bool operator==(const LocalMaster&) const = default;
};

// Executor processes on this machine.
struct LocalClusterMaster {
  int64_t executors = 0;
  int64_t coresPerExecutor = 0;
  ByteSize memoryPerExecutor;

  bool operator==(const LocalClusterMaster&) const = default;
};

// Executors that a Slurm cluster starts.
struct SlurmMaster {
  bool operator==(const SlurmMaster&) const = default;
};

// Processes that mpirun started: the first is the driver, the others are executors.
struct MpiMaster {
  bool operator==(const MpiMaster&) const = default;
};

// Executors that somebody else starts, such as Kubernetes, and that come by themselves.
struct ExternalMaster {
  int64_t executors = 0;
  int64_t coresPerExecutor = 0;

  bool operator==(const ExternalMaster&) const = default;
};

using Master = std::variant<LocalMaster, LocalClusterMaster, SlurmMaster, MpiMaster, ExternalMaster>;

inline constexpr std::string_view kMasterForms =
    "local, local[N], local[*], local[N,F], local[*,F], local-cluster[N,cores,memory], slurm, mpi or external[N,cores]";

// Throws kInvalidConf that says what is allowed.
Master parseMaster(std::string_view text);
bool isMaster(std::string_view text);
// True for the clusters that only Spark runs on: yarn, mesos://..., spark://..., k8s://...
bool isMasterOfSpark(std::string_view text);

// The master that the settings name.
Master masterOf(const Conf& conf);

// How often a task may fail before its job does. In local mode a failure would only repeat itself, so the first one
// ends the job unless local[N,F] or the key itself asks for more.
int64_t taskMaxFailures(const Conf& conf);

}  // namespace ferro
