// Tells the driver at regular intervals that this executor lives: on a thread and a connection of its own, so that
// neither busy tasks nor large results can delay it. Owned by the executor process.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "ferro/net/connection.h"

namespace ferro {

class HeartbeatSender {
 public:
  // `make` gives the message to send; both outlive this.
  HeartbeatSender(ConnectionPtr driver, std::chrono::milliseconds interval, std::function<Message()> make);
  ~HeartbeatSender();
  HeartbeatSender(const HeartbeatSender&) = delete;
  HeartbeatSender& operator=(const HeartbeatSender&) = delete;

 private:
  void run();

  const ConnectionPtr driver_;
  const std::chrono::milliseconds interval_;
  const std::function<Message()> make_;

  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;

  std::thread thread_;
};

}  // namespace ferro
