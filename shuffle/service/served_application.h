// One application at a shuffle service: its files, and a server of its own that lets in only who knows its secret.
// Owned by the ShuffleService, whose thread calls it.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "ferro/net/message_router.h"
#include "ferro/net/net_loop.h"
#include "ferro/net/server.h"
#include "ferro/shuffle/service/application_files.h"
#include "ferro/shuffle/service/service_messages.h"
#include "ferro/shuffle/shuffle_fetch_service.h"

namespace ferro {

class ServedApplication {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  // Runs a function on the service's thread, soon. May be called by any thread.
  using Post = std::function<void(std::function<void()>)>;

  // `net` but for what the registration says, at its port if that is free. The driver is given as long to show up as it
  // may be gone later.
  ServedApplication(const RegisterExecutor& registration, NetLoop& loop, const NetOptions& net, const std::string& host,
                    Post post);
  ~ServedApplication();

  // Another executor, which must belong to the same application. Throws Error kPermissionDenied.
  void addExecutor(const RegisterExecutor& registration);

  uint16_t port() const { return server_->address().port; }
  // Since when no driver is connected; nothing while one is.
  std::optional<TimePoint> driverGoneSince() const { return driverGoneSince_; }
  // The driver has ended the application.
  bool ended() const { return ended_; }
  void removeFiles() { files_.removeAll(); }

 private:
  void addDriverMessages();
  // Drops the job if the application is gone by then.
  void postOwn(std::function<void()> job);
  void noteDriver(const ConnectionPtr& connection);
  void noteClosed(const ConnectionPtr& connection);

  void save() const;

  const RegisterExecutor registration_;
  const Post post_;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  ApplicationFiles files_;
  std::map<std::string, RegisterExecutor> executors_;  // the last registration of each
  ShuffleFetchService fetches_;
  MessageRouter router_;
  std::set<ConnectionPtr> drivers_;
  std::optional<TimePoint> driverGoneSince_;
  bool ended_ = false;
  std::unique_ptr<Server> server_;  // goes first: its messages come to all of the above
};

}  // namespace ferro
