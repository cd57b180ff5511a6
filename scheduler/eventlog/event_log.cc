#include "ferro/scheduler/eventlog/event_log.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/scheduler/eventlog/event_log_files.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {

namespace {

// A crash loses what came within this time: few system calls for many events, and well below a second.
constexpr std::chrono::milliseconds kGather{200};
constexpr size_t kBatchBytes = 256 << 10;
// How long the end of a session waits for a disk that does not answer.
constexpr std::chrono::seconds kPatience{10};

}  // namespace

struct EventLog::Shared {
  Shared(const EventLogOptions& options, const std::string& applicationId)
      : files(options, applicationId), maxQueuedBytes(options.maxQueuedBytes) {}

  void run();
  bool writeBatch(std::unique_lock<std::mutex>& lock, std::string& batch);
  void finish();

  EventLogFiles files;  // the writer's alone, once its thread runs
  const size_t maxQueuedBytes;

  std::mutex mutex;
  std::condition_variable changed;
  std::string queued;
  int64_t numDropped = 0;
  bool closing = false;
  bool failed = false;  // nothing is written any more
  bool ended = false;   // the thread is done
};

void EventLog::Shared::run() {
  nameThisThread("ferro-eventlog");
  std::string batch;
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return !queued.empty() || closing; });
    if (queued.empty()) break;
    changed.wait_for(lock, kGather, [&] { return closing || queued.size() >= kBatchBytes; });
    if (!writeBatch(lock, batch)) break;
  }
  const bool complete = !failed;
  lock.unlock();
  if (complete) finish();
  lock.lock();
  ended = true;
  changed.notify_all();
}

bool EventLog::Shared::writeBatch(std::unique_lock<std::mutex>& lock, std::string& batch) {
  batch.clear();
  batch.swap(queued);
  lock.unlock();
  std::string problem;
  try {
    files.write(batch);
  } catch (...) {
    problem = currentExceptionText();
  }
  lock.lock();
  if (problem.empty()) return true;
  failed = true;
  logWarn("the event log ends here, the application goes on: " + problem);
  return false;
}

void EventLog::Shared::finish() {
  try {
    files.finish();
  } catch (...) {
    logWarn("the event log is written, but not marked as complete: " + currentExceptionText());
  }
}

std::shared_ptr<EventLog> EventLog::start(const EventLogOptions& options, const std::string& applicationId,
                                          std::string_view version) {
  if (!options.enabled) return nullptr;
  std::shared_ptr<Shared> shared;
  try {
    shared = std::make_shared<Shared>(options, applicationId);
  } catch (const Error& error) {
    logWarn(std::string("the application runs without an event log: ") + error.what() + "; see ferro.eventLog.dir");
    return nullptr;
  }
  EventJson::appendLogStart(version, shared->queued);
  return std::shared_ptr<EventLog>(new EventLog(std::move(shared), options.logBlockUpdates));
}

EventLog::EventLog(std::shared_ptr<Shared> shared, bool logBlockUpdates)
    : json_(logBlockUpdates),
      shared_(std::move(shared)),
      writer_([state = shared_] { contain("the event log", [&] { state->run(); }); }) {}

EventLog::~EventLog() { close(); }

void EventLog::on(const Event& event) {
  std::lock_guard lock(shared_->mutex);
  if (shared_->failed || shared_->closing) return;
  const size_t before = shared_->queued.size();
  if (before > shared_->maxQueuedBytes) {
    if (++shared_->numDropped == 1) {
      logWarn("the event log leaves events out: " + shared_->files.place() + " is written too slowly");
    }
    return;
  }
  json_.append(event, shared_->queued);
  const size_t after = shared_->queued.size();
  if (before == 0 || (before < kBatchBytes && after >= kBatchBytes)) shared_->changed.notify_one();
}

void EventLog::close() {
  std::lock_guard closing(closeMutex_);
  if (!writer_.joinable()) return;
  std::unique_lock lock(shared_->mutex);
  shared_->closing = true;
  shared_->changed.notify_all();
  const bool ended = shared_->changed.wait_for(lock, kPatience, [&] { return shared_->ended; });
  const std::string& place = shared_->files.place();
  if (shared_->numDropped > 0) {
    logWarn(std::to_string(shared_->numDropped) + " events are missing in the event log " + place +
            ", which was written too slowly");
  }
  lock.unlock();
  if (ended) {
    writer_.join();
  } else {
    logWarn("the end of the event log is not written: " + place + " does not answer");
    writer_.detach();
  }
}

}  // namespace ferro
