#include "ferro/scheduler/driver_barriers.h"

#include <algorithm>

#include "ferro/common/contain.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {

namespace {

BarrierReply failed(const std::string& why) { return {{}, Error(ErrorCode::kJobFailed, why)}; }

std::string textOf(std::chrono::milliseconds limit) { return std::to_string(limit.count()) + " ms"; }

}  // namespace

DriverBarriers::DriverBarriers(std::chrono::milliseconds limit) : limit_(limit) {}

DriverBarriers::~DriverBarriers() {
  Replies replies;
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
    for (auto& [key, gang] : gangs_) breakGang(gang, "the session stopped", replies);
    changed_.notify_all();
  }
  send(replies);
  if (watcher_.joinable()) watcher_.join();
}

void DriverBarriers::begin(StageId stage, int attempt, int numTasks) {
  std::lock_guard lock(mutex_);
  gangs_[{stage.value, attempt}].numTasks = numTasks;
  if (!watcher_.joinable()) watcher_ = std::thread([this] { containEach("barriers", [this] { watch(); }); });
}

void DriverBarriers::launched(StageId stage, int attempt, std::vector<std::string> hosts) {
  Replies replies;
  {
    std::lock_guard lock(mutex_);
    auto gang = gangs_.find({stage.value, attempt});
    if (gang == gangs_.end()) return;
    for (OnReply& wanted : gang->second.hostsWanted) replies.emplace_back(std::move(wanted), BarrierReply{hosts, {}});
    gang->second.hostsWanted.clear();
    gang->second.hosts = std::move(hosts);
  }
  send(replies);
}

void DriverBarriers::taskEnded(StageId stage, int attempt, int partition) {
  Replies replies;
  {
    std::lock_guard lock(mutex_);
    auto found = gangs_.find({stage.value, attempt});
    if (found == gangs_.end()) return;
    Gang& gang = found->second;
    gang.ended.insert(partition);
    if (!gang.arrived.empty()) {
      breakGang(gang,
                "task " + std::to_string(partition) + " ended without " + gang.method +
                    "(), at which others wait; all tasks of a barrier stage must call it equally often",
                replies);
    }
  }
  send(replies);
}

void DriverBarriers::end(StageId stage, int attempt, const std::string& why) {
  Replies replies;
  {
    std::lock_guard lock(mutex_);
    auto gang = gangs_.extract({stage.value, attempt});
    if (gang.empty()) return;
    breakGang(gang.mapped(), "the attempt of the barrier stage ended: " + why, replies);
  }
  send(replies);
}

void DriverBarriers::sync(BarrierRequest request, OnReply onReply) {
  Replies replies;
  {
    std::lock_guard lock(mutex_);
    auto gang = gangs_.find({request.stage, request.stageAttempt});
    if (gang == gangs_.end()) {
      replies.emplace_back(std::move(onReply), failed("stage " + std::to_string(request.stage) +
                                                      " is not a running barrier stage; tasks can meet in functions "
                                                      "given to barrier().mapPartitions() only"));
    } else {
      arrive(gang->second, request, std::move(onReply), replies);
    }
  }
  send(replies);
}

void DriverBarriers::arrive(Gang& gang, BarrierRequest& request, OnReply onReply, Replies& replies) {
  if (gang.broken) {
    replies.emplace_back(std::move(onReply), failed(*gang.broken));
    return;
  }
  if (request.epoch != gang.epoch || gang.arrived.contains(request.partition)) {
    replies.emplace_back(std::move(onReply), failed("task " + std::to_string(request.partition) +
                                                    " is out of step with the other tasks of its barrier stage"));
    return;
  }
  if (gang.arrived.empty()) {
    gang.method = request.method;
    gang.deadline = std::chrono::steady_clock::now() + limit_;
    changed_.notify_all();
  }
  gang.arrived[request.partition] = {std::move(request.message), std::move(onReply)};
  const std::string who = "task " + std::to_string(request.partition);
  if (!gang.ended.empty()) {
    breakGang(gang,
              "task " + std::to_string(*gang.ended.begin()) + " ended without " + request.method + "(), at which " +
                  who + " waits; all tasks of a barrier stage must call it equally often",
              replies);
  } else if (gang.method != request.method) {
    breakGang(gang, who + " called " + request.method + "() where others called " + gang.method + "()", replies);
  } else if (static_cast<int>(gang.arrived.size()) == gang.numTasks) {
    complete(gang, replies);
  }
}

void DriverBarriers::complete(Gang& gang, Replies& replies) {
  std::vector<std::string> messages;
  for (auto& [partition, arrived] : gang.arrived) messages.push_back(std::move(arrived.message));
  for (auto& [partition, arrived] : gang.arrived) {
    replies.emplace_back(std::move(arrived.onReply), BarrierReply{messages, {}});
  }
  gang.arrived.clear();
  ++gang.epoch;
}

void DriverBarriers::breakGang(Gang& gang, const std::string& why, Replies& replies) {
  gang.broken = why;
  for (auto& [partition, arrived] : gang.arrived) replies.emplace_back(std::move(arrived.onReply), failed(why));
  gang.arrived.clear();
  for (OnReply& wanted : gang.hostsWanted) replies.emplace_back(std::move(wanted), failed(why));
  gang.hostsWanted.clear();
}

void DriverBarriers::hosts(int stage, int stageAttempt, OnReply onReply) {
  BarrierReply reply = failed("stage " + std::to_string(stage) + " is not a running barrier stage");
  {
    std::lock_guard lock(mutex_);
    auto found = gangs_.find({stage, stageAttempt});
    if (found != gangs_.end()) {
      Gang& gang = found->second;
      if (!gang.hosts && !gang.broken) {
        gang.hostsWanted.push_back(std::move(onReply));
        return;
      }
      reply = gang.hosts ? BarrierReply{*gang.hosts, {}} : failed(*gang.broken);
    }
  }
  onReply(std::move(reply));
}

void DriverBarriers::watch() {
  nameThisThread("ferro-barriers");
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    Replies replies;
    std::optional<TimePoint> next;
    const auto now = std::chrono::steady_clock::now();
    for (auto& [key, gang] : gangs_) {
      if (gang.arrived.empty()) continue;
      if (gang.deadline > now) {
        next = next ? std::min(*next, gang.deadline) : gang.deadline;
        continue;
      }
      breakGang(gang,
                "only " + std::to_string(gang.arrived.size()) + " of " + std::to_string(gang.numTasks) +
                    " tasks came to " + gang.method + "() within " + textOf(limit_) +
                    "; see ferro.barrier.sync.timeout",
                replies);
    }
    if (!replies.empty()) {
      lock.unlock();
      send(replies);
      lock.lock();
    } else if (next) {
      changed_.wait_until(lock, *next);
    } else {
      changed_.wait(lock);
    }
  }
}

void DriverBarriers::send(Replies& replies) {
  for (auto& [onReply, reply] : replies) contain("a barrier's answer", [&] { onReply(std::move(reply)); });
}

}  // namespace ferro
