// Which of the processes of one mpirun this one is. A plain value; any thread may ask.
#pragma once

#include <string>

namespace ferro {

struct MpiProcess {
  int rank = 0;
  int size = 0;
  std::string job;  // the same in all of them, and in no others that run

  // As OpenMPI tells it in the environment. Error kInvalidConf when mpirun did not start this process, or started it
  // alone.
  static MpiProcess ofThisProcess();
};

}  // namespace ferro
