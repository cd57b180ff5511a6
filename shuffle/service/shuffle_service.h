// The shuffle service of a host: serves map outputs after the executors that wrote them are gone, and removes them when
// their application ends or its driver vanishes. Executors register at its address, with the secret of the service;
// each application then has a port of its own, with the secret of the application. One thread runs it; stop() may be
// called by any.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ferro/net/message_router.h"
#include "ferro/net/net_loop.h"
#include "ferro/net/server.h"
#include "ferro/shuffle/service/service_messages.h"

namespace ferro {

class ServedApplication;

struct ShuffleServiceOptions {
  HostPort bind;
  NetOptions net;                  // with the secret of the service
  std::vector<std::string> roots;  // where applications may have left something behind
  std::chrono::milliseconds driverGrace{60'000};
};

class ShuffleService {
 public:
  // Serves again what a service before it served, removes what was left behind, and listens.
  explicit ShuffleService(ShuffleServiceOptions options);
  ~ShuffleService();

  const HostPort& address() const { return server_->address(); }
  // Until stop() is called. The files of applications that are still there stay, for as long as their executors live.
  void run();
  void stop();

 private:
  void post(std::function<void()> job);
  void restoreApplications();
  void addExecutor(const RegisterExecutor& registration);
  void registerExecutor(const RegisterExecutor& registration, Responder& responder);
  // When the next application may be due for removal.
  std::chrono::steady_clock::time_point removeVanished();

  const ShuffleServiceOptions options_;
  NetLoop loop_;

  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> jobs_;
  bool stopped_ = false;

  std::map<std::string, std::unique_ptr<ServedApplication>> applications_;  // only run() touches them
  MessageRouter router_;
  std::unique_ptr<Server> server_;
};

}  // namespace ferro
