#include "ferro/scheduler/barrier_coordinator.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

#include "ferro/common/own_error.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

namespace {

// How soon a waiting task notices that it was cancelled.
constexpr std::chrono::milliseconds kLook{20};

// Shared with the callback, which may come after the task has given up.
class Answer {
 public:
  void set(BarrierReply reply) {
    std::lock_guard lock(mutex_);
    reply_ = std::move(reply);
    arrived_.notify_one();
  }

  std::vector<std::string> wait(const TaskContext& context) {
    std::unique_lock lock(mutex_);
    while (!arrived_.wait_for(lock, kLook, [&] { return reply_.has_value(); })) context.throwIfCancelled();
    if (reply_->error) throw ownCopy(*reply_->error);
    return std::move(reply_->messages);
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::optional<BarrierReply> reply_;
};

}  // namespace

std::vector<std::string> syncAndWait(BarrierCoordinator& coordinator, const TaskContext& context,
                                     BarrierRequest request) {
  auto answer = std::make_shared<Answer>();
  coordinator.sync(std::move(request), [answer](BarrierReply reply) { answer->set(std::move(reply)); });
  return answer->wait(context);
}

std::vector<std::string> hostsAndWait(BarrierCoordinator& coordinator, const TaskContext& context) {
  auto answer = std::make_shared<Answer>();
  coordinator.hosts(context.identity().stageId, context.identity().stageAttempt,
                    [answer](BarrierReply reply) { answer->set(std::move(reply)); });
  return answer->wait(context);
}

}  // namespace ferro
