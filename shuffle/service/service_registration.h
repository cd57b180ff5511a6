// Keeps an executor registered with the shuffle service of its host: registers, notices when the service is gone, and
// registers again when it is back, under the port that the application had. Owned by the executor; its connection and
// timers belong to the net loop, which outlives it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ferro/blockmanager/executor_place.h"
#include "ferro/net/net_loop.h"
#include "ferro/shuffle/service/service_client.h"

namespace ferro {

class ServiceRegistration {
 public:
  // How to reach the service now; throws Error when there is no way.
  using Access = std::function<ShuffleServiceAccess()>;
  // Where outputs are served from now on; nothing while there is no service. Never called after the destructor began.
  using OnChange = std::function<void(const std::optional<ExecutorPlace>& place)>;

  // `host` is the executor's own name for other machines.
  ServiceRegistration(NetLoop& loop, Access access, RegisterExecutor registration, std::string host, OnChange onChange);
  ~ServiceRegistration();
  ServiceRegistration(const ServiceRegistration&) = delete;
  ServiceRegistration& operator=(const ServiceRegistration&) = delete;

  // The place after the first try, which is waited for at most that long; nothing when there is no service.
  std::optional<ExecutorPlace> awaitFirstTry(std::chrono::milliseconds limit);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace ferro
