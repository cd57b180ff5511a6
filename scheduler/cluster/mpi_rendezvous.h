// How the processes of one mpirun find each other without MPI's own messages: the driver leaves its address and the
// secret in a file, for its user alone, in a directory that they share. Owned by the driver's runtime.
#pragma once

#include <chrono>
#include <string>

#include "ferro/conf/mpi_process.h"
#include "ferro/scheduler/cluster/executor_role.h"

namespace ferro {

class Conf;

class MpiRendezvous {
 public:
  // The driver's side: the file is there until the object goes.
  MpiRendezvous(const Conf& conf, const ExecutorLaunch& launch);
  ~MpiRendezvous();
  MpiRendezvous(const MpiRendezvous&) = delete;
  MpiRendezvous& operator=(const MpiRendezvous&) = delete;

 private:
  std::string path_;
};

// An executor's side: waits until the driver is there. Error kNetwork when it is not within the limit.
ExecutorRole awaitMpiDriver(const Conf& conf, const MpiProcess& process, std::chrono::milliseconds limit);

}  // namespace ferro
