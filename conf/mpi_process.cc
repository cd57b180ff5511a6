#include "ferro/conf/mpi_process.h"

#include <cstdlib>

#include "ferro/common/error.h"
#include "ferro/conf/number_with_unit.h"

namespace ferro {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

MpiProcess MpiProcess::ofThisProcess() {
  const auto rank = detail::parseInteger(variable("OMPI_COMM_WORLD_RANK"));
  const auto size = detail::parseInteger(variable("OMPI_COMM_WORLD_SIZE"));
  const std::string job = variable("PMIX_NAMESPACE");
  if (!rank || !size || job.empty()) {
    throw Error(ErrorCode::kInvalidConf,
                "master 'mpi' is for programs that OpenMPI's mpirun starts; write mpirun -n N PROGRAM");
  }
  if (*size < 2) {
    throw Error(ErrorCode::kInvalidConf,
                "master 'mpi' needs at least 2 processes, a driver and an executor; write mpirun -n 2 or more");
  }
  return {static_cast<int>(*rank), static_cast<int>(*size), job};
}

}  // namespace ferro
