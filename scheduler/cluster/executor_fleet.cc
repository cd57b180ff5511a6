#include "ferro/scheduler/cluster/executor_fleet.h"

#include <algorithm>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/scheduler/executor_end.h"
#include "ferro/scheduler/task_failure.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {
namespace {

using std::chrono::milliseconds;

// How often silent executors are looked for, at the least.
constexpr milliseconds kTick{500};
// How long after its connection the process's end, which says more, is awaited.
constexpr milliseconds kReasonWait{2'000};
constexpr milliseconds kLeaveLimit{5'000};
// The loop comes round at every tick; what takes longer than this is a process that did not run.
constexpr milliseconds kOwnStall{2 * kTick};

std::string describeEnd(const ExecutorEnd& end) {
  std::string text = "executor " + end.executorId + " " + end.how;
  if (!end.outputPath.empty()) text += "; its output is in " + end.outputPath;
  if (!end.lastOutput.empty()) text += " and ends: " + end.lastOutput;
  return text;
}

}  // namespace

ExecutorFleet::ExecutorFleet(FleetOptions options, const FleetParts& parts, const MakeLauncher& makeLauncher)
    : options_(std::move(options)), parts_(parts), results_("ferro-results", 2) {
  if (options_.allocation) allocation_.emplace(*options_.allocation);
  if (makeLauncher) launcher_ = makeLauncher([this](ExecutorEnd end) { post(std::move(end)); });
  thread_ = std::thread([this] { run(); });
  parts_.tasks.setWorkListener([this] { post(fleet::WorkWaits{}); });
}

ExecutorFleet::~ExecutorFleet() { stop(); }

void ExecutorFleet::post(fleet::Event event) {
  std::lock_guard lock(mutex_);
  if (ended_) return;
  events_.push_back(std::move(event));
  if (events_.size() == 1) posted_.notify_one();
}

std::vector<ConnectionPtr> ExecutorFleet::connections() {
  fleet::ListConnections list;
  auto answer = list.answer.get_future();
  post(std::move(list));
  try {
    return answer.get();
  } catch (const std::future_error&) {  // the fleet has stopped
    return {};
  }
}

void ExecutorFleet::stop() {
  if (!thread_.joinable()) return;
  post(fleet::Stop{});
  thread_.join();
}

void ExecutorFleet::run() {
  nameThisThread("ferro-fleet");
  std::vector<fleet::Event> batch;
  lastTurn_ = parts_.clock.now();
  remindAt_ = lastTurn_ + options_.remindAfter;
  guarded([this] { startMissing(); });
  while (!hasEnded()) {
    takeEvents(batch);
    creditOwnStall();
    for (fleet::Event& event : batch) {
      guarded([&] { std::visit([this](auto& known) { on(known); }, event); });
    }
    batch.clear();
    if (leaveUntil_) continue;
    guarded([this] {
      giveUpSilent();
      if (startAt_ && lastTurn_ >= *startAt_) startMissing();
      dispatch();
      allocate();
      remindOfNobody();
    });
  }
  const int late = launcher_ == nullptr ? static_cast<int>(leaving_.size()) : launcher_->numRunning();
  if (late > 0) {
    logWarn(std::to_string(late) + " executors have not left within " + std::to_string(kLeaveLimit.count()) +
            " ms of the application's end" + (launcher_ == nullptr ? "" : "; they are killed"));
  }
  {
    std::lock_guard lock(mutex_);
    ended_ = true;
    batch.swap(events_);
  }
  batch.clear();
  if (launcher_ != nullptr) contain("the end of executors", [this] { launcher_->stop(milliseconds(0)); });
}

void ExecutorFleet::guarded(const std::function<void()>& step) {
  try {
    step();
  } catch (...) {
    const TaskFailure cause = describeCurrentException();
    logError("the driver failed at handing out tasks: " + oneLine(cause.text));
    parts_.dag.failAllJobs(Error(cause.code, "the driver failed at handing out tasks: " + oneLine(cause.text)));
  }
}

// Once everybody was sent away, their processes are waited for, and those that were still on their way here. Of those
// that others have started, the connections are: closed before they are told, they would take it for the driver's
// death.
bool ExecutorFleet::hasEnded() const {
  if (!leaveUntil_) return false;
  const bool areGone = leaving_.empty() && (launcher_ == nullptr || launcher_->numRunning() == 0);
  return areGone || parts_.clock.now() > *leaveUntil_;
}

void ExecutorFleet::creditOwnStall() {
  const Clock::TimePoint now = parts_.clock.now();
  const auto stall = now - std::exchange(lastTurn_, now);
  if (stall < kOwnStall) return;
  for (auto& [id, member] : members_) {
    member.lastHeard = std::min(now, member.lastHeard + stall);
    if (member.giveUpAt) *member.giveUpAt += stall;
  }
  for (auto& [id, began] : starting_) began += stall;
}

void ExecutorFleet::takeEvents(std::vector<fleet::Event>& batch) {
  Clock::TimePoint wake = parts_.clock.now() + kTick;
  if (const auto worthATry = parts_.tasks.nextWake()) wake = std::min(wake, *worthATry);
  std::unique_lock lock(mutex_);
  posted_.wait_until(lock, wake, [&] { return !events_.empty(); });
  batch.swap(events_);
}

ExecutorFleet::Member* ExecutorFleet::find(const std::string& executorId) {
  const auto found = members_.find(executorId);
  return found == members_.end() ? nullptr : &found->second;
}

void ExecutorFleet::on(fleet::Joined& joined) {
  if (leaveUntil_) {
    if (launcher_ == nullptr) leaving_.insert(joined.join.place.executorId);
    joined.responder.reply({cluster::kJoin, {}, {}});
    joined.connection->send({cluster::kLeave, {}, {}});
    return;
  }
  const std::string id = joined.join.place.executorId;
  if (members_.contains(id)) {
    joined.responder.fail(Error(ErrorCode::kAlreadyExists, "there is an executor " + id + " already"));
    return;
  }
  Member& member = members_[id];
  member.isOurs = starting_.erase(id) > 0;
  member.executor = std::make_unique<RemoteExecutor>(joined.connection, joined.join);
  member.freeSlots = joined.join.cores / options_.taskCpus;
  member.lastHeard = parts_.clock.now();
  member.idleSince = member.lastHeard;
  member.output = joined.join.output;
  parts_.onJoined(joined.join);
  joined.responder.reply({cluster::kJoin, {}, {}});
  parts_.tasks.addExecutor(*member.executor);
}

void ExecutorFleet::on(fleet::ConnectionLost& lost) {
  leaving_.erase(lost.executorId);
  Member* member = find(lost.executorId);
  if (member == nullptr || member->executor->connection() != lost.connection || member->giveUpAt) return;
  member->connectionLost = lost.reason;
  member->giveUpAt = parts_.clock.now() + (launcher_ != nullptr ? kReasonWait : milliseconds(0));
}

void ExecutorFleet::on(fleet::Heard& heard) {
  if (Member* member = find(heard.executorId)) member->lastHeard = parts_.clock.now();
}

void ExecutorFleet::on(ExecutorEnd& end) {
  if (!end.noMore.empty()) gaveUp_ = Error(ErrorCode::kJobFailed, end.noMore);
  if (find(end.executorId) != nullptr) {
    lose(end.executorId, describeEnd(end));
  } else if (starting_.erase(end.executorId) > 0) {
    lostAny_ = true;
    failedStart(describeEnd(end) + ", before it had joined");
  }
}

void ExecutorFleet::on(fleet::SendToAll& all) {
  for (auto& [id, member] : members_) member.executor->connection()->send(all.message);
}

void ExecutorFleet::on(fleet::ListConnections& list) {
  std::vector<ConnectionPtr> connections;
  for (auto& [id, member] : members_) connections.push_back(member.executor->connection());
  list.answer.set_value(std::move(connections));
}

void ExecutorFleet::on(fleet::Stop&) {
  leaveUntil_ = parts_.clock.now() + kLeaveLimit;
  for (auto& [id, member] : members_) {
    // Whose connection has ended already will not end it again.
    if (!member.isOurs && !member.giveUpAt) leaving_.insert(id);
    member.executor->connection()->send({cluster::kLeave, {}, {}});
    parts_.tasks.removeExecutor(*member.executor, std::string(kApplicationEnded));
    for (const auto& [taskId, task] : member.running) parts_.tasks.taskEnded(task, false);
  }
  members_.clear();
  starting_.clear();
}

void ExecutorFleet::startMissing() {
  startAt_.reset();
  if (launcher_ == nullptr || allocation_ || leaveUntil_ || gaveUp_) return;
  const auto isOurs = [](const auto& entry) { return entry.second.isOurs; };
  const auto ours = [&] { return std::count_if(members_.begin(), members_.end(), isOurs); };
  while (ours() + static_cast<std::ptrdiff_t>(starting_.size()) < options_.executors && !gaveUp_) {
    if (startOne()) continue;
    startAt_ = parts_.clock.now() + kTick;
    return;
  }
}

bool ExecutorFleet::startOne() {
  ExecutorLaunch launch = options_.launch;
  launch.executorId = std::to_string(nextExecutor_++);
  try {
    launcher_->start(launch);
    starting_.emplace(launch.executorId, parts_.clock.now());
    return true;
  } catch (...) {
    failedStart(currentExceptionText());
    return false;
  }
}

// An executor that ends before it has done anything may do so forever.
void ExecutorFleet::failedStart(const std::string& why) {
  if (gaveUp_) return;
  if (++failuresInARow_ < options_.maxFailures) {
    logWarn(why + "; starting another");
    startAt_ = lastTurn_;
    return;
  }
  logWarn(why + "; no more are started");
  gaveUp_ =
      Error(ErrorCode::kJobFailed, std::to_string(failuresInARow_) +
                                       " executors in a row ended before they had done anything, the last one: " + why);
}

void ExecutorFleet::giveUpSilent() {
  const Clock::TimePoint now = lastTurn_;
  std::vector<std::pair<std::string, std::string>> lost;
  for (const auto& [id, member] : members_) {
    if (member.giveUpAt && now >= *member.giveUpAt) {
      lost.emplace_back(id, describe(member, "is gone: " + member.connectionLost));
    } else if (now - member.lastHeard > options_.heartbeatTimeout) {
      const auto silence = std::chrono::duration_cast<milliseconds>(now - member.lastHeard).count();
      lost.emplace_back(id, describe(member, "has been silent for " + std::to_string(silence) + " ms"));
    }
  }
  for (const auto& [id, reason] : lost) lose(id, reason);
  std::vector<std::string> late;
  for (const auto& [id, began] : starting_) {
    if (now - began > options_.joinTimeout) late.push_back(id);
  }
  for (const auto& id : late) launcher_->kill(id);  // its end is reported, and counts as a failed start
}

void ExecutorFleet::remindOfNobody() {
  if (!members_.empty() || gaveUp_) remindAt_ = lastTurn_ + options_.remindAfter;
  if (lastTurn_ < remindAt_) return;
  remindAt_ = lastTurn_ + options_.remindAfter;
  const auto stages = parts_.tasks.progress().size();
  if (stages == 0) return;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(options_.remindAfter).count();
  std::string text = "no executor has been there for " + std::to_string(seconds) + " s, and " + std::to_string(stages) +
                     " stages wait for one";
  if (!starting_.empty()) text += "; " + std::to_string(starting_.size()) + " are on their way";
  if (!options_.howToStart.empty()) text += "; " + options_.howToStart;
  logWarn(text);
}

std::string ExecutorFleet::describe(const Member& member, const std::string& what) {
  const ExecutorPlace& place = member.executor->place();
  std::string text = "executor " + place.executorId + " on " + place.host + " " + what;
  if (!member.output.empty()) text += "; its output is in " + member.output;
  return text;
}

void ExecutorFleet::lose(const std::string& executorId, const std::string& reason) {
  auto entry = members_.extract(executorId);
  if (entry.empty()) return;
  Member& member = entry.mapped();
  const bool failedAtStart = member.isOurs && !member.wasOfUse;
  if (member.isOurs) lostAny_ = true;
  if (!failedAtStart) logWarn(reason);
  parts_.tasks.removeExecutor(*member.executor, reason);
  member.executor->connection()->close("this executor was given up: " + reason);
  if (launcher_ != nullptr) launcher_->kill(executorId);
  parts_.onLost(member.executor->place());
  // First the outputs are forgotten, then the tasks that may read them run again.
  parts_.dag.executorLost(executorId, reason);
  while (!member.running.empty()) {
    TaskOutcome outcome = takeRunning(member, member.running.begin());
    outcome.failure = TaskFailure{ErrorCode::kNetwork, reason, {}};
    parts_.tasks.taskEnded(outcome.task, false);
    parts_.dag.taskEnded(std::move(outcome));
  }
  if (failedAtStart) {
    failedStart(reason);
  } else {
    startMissing();
  }
}

void ExecutorFleet::dispatch() {
  if (gaveUp_ && members_.empty() && starting_.empty()) {
    parts_.dag.failAllJobs(*gaveUp_);
    return;
  }
  for (bool launched = true; launched;) {
    launched = false;
    for (auto& [id, member] : members_) {
      if (member.freeSlots == 0 || member.giveUpAt || member.isDraining) continue;
      auto task = parts_.tasks.pollTask(member.executor->info());
      if (!task) continue;
      launch(member, std::move(*task));
      launched = true;
    }
  }
}

void ExecutorFleet::launch(Member& member, LaunchedTask task) {
  --member.freeSlots;
  member.idleSince.reset();
  const auto [running, isNew] = member.running.emplace(task.id, std::move(task));
  try {
    member.executor->launch(running->second, parts_.outputs.epoch());
  } catch (...) {
    TaskOutcome outcome = takeRunning(member, running);
    ++member.freeSlots;
    outcome.failure = describeCurrentException();
    outcome.failure->text = "the task cannot be sent to executor " + outcome.executorId + ": " + outcome.failure->text;
    outcome.failure->isFinal = true;  // it would not be smaller the next time
    report(member, std::move(outcome));
  }
}

}  // namespace ferro
