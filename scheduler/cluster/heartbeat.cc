#include "ferro/scheduler/cluster/heartbeat.h"

#include <utility>

#include "ferro/common/contain.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {

HeartbeatSender::HeartbeatSender(ConnectionPtr driver, std::chrono::milliseconds interval,
                                 std::function<Message()> make)
    : driver_(std::move(driver)), interval_(interval), make_(std::move(make)), thread_([this] { run(); }) {}

HeartbeatSender::~HeartbeatSender() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    stopped_.notify_one();
  }
  thread_.join();
}

void HeartbeatSender::run() {
  nameThisThread("ferro-heartbeat");
  std::unique_lock lock(mutex_);
  do {
    contain("a heartbeat", [this] { driver_->send(make_()); });
  } while (!stopped_.wait_for(lock, interval_, [&] { return stopping_; }));
}

}  // namespace ferro
