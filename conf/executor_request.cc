#include "ferro/conf/executor_request.h"

#include <algorithm>
#include <string>

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/master.h"
#include "ferro/conf/mpi_process.h"

namespace ferro {
namespace {

int64_t instancesOf(const Conf& conf, int64_t coresOfOne) {
  const int64_t asked = conf.get(keys::kExecutorInstances);
  const auto most = conf.get(keys::kCoresMax);
  if (!most) return asked;
  const int64_t room = *most / coresOfOne;
  if (room == 0) {
    throw Error(ErrorCode::kInvalidConf, "ferro.cores.max is " + std::to_string(*most) +
                                             ", but an executor has ferro.executor.cores=" +
                                             std::to_string(coresOfOne) + ", so that none could ever start");
  }
  return conf.isSet(keys::kExecutorInstances) ? std::min(asked, room) : room;
}

}  // namespace

ExecutorRequest executorRequestOf(const Conf& conf) {
  const Master master = masterOf(conf);
  if (const auto* local = std::get_if<LocalClusterMaster>(&master)) {
    return {local->executors, local->coresPerExecutor, local->memoryPerExecutor.bytes()};
  }
  if (const auto* external = std::get_if<ExternalMaster>(&master)) {
    return {external->executors, external->coresPerExecutor, 0};
  }
  ExecutorRequest request;
  request.coresOfOne = conf.get(keys::kExecutorCores);
  if (std::holds_alternative<MpiMaster>(master)) {
    request.executors = MpiProcess::ofThisProcess().size - 1;
    return request;
  }
  request.executors = instancesOf(conf, request.coresOfOne);
  const MemoryLimit memory = conf.get(keys::kExecutorMemory);
  // No machine is known yet whose half it could take.
  const ByteSize automatic = ByteSize::gibibytes(request.coresOfOne);
  request.memoryOfOne = (memory.isAutomatic() ? automatic : memory.resolve(ByteSize())).bytes();
  return request;
}

}  // namespace ferro
