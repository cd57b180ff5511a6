// Keeps every event, for tests to look at.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "ferro/scheduler/listener_bus.h"

namespace ferro {

class RecordingListener final : public Listener {
 public:
  void on(const Event& event) override {
    std::lock_guard lock(mutex_);
    events_.push_back(event);
  }

  std::vector<Event> events() const {
    std::lock_guard lock(mutex_);
    return events_;
  }

  template <class Kind>
  std::vector<Kind> all() const {
    std::vector<Kind> found;
    for (const Event& event : events()) {
      if (const Kind* kind = std::get_if<Kind>(&event)) found.push_back(*kind);
    }
    return found;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Event> events_;
};

struct EventDescriber {
  std::string operator()(const JobStart& e) const { return "job start " + std::to_string(e.job.value); }
  std::string operator()(const JobEnd& e) const {
    return "job end " + std::to_string(e.job.value) + (e.error ? " failed" : "");
  }
  std::string operator()(const StageSubmitted& e) const { return "stage start " + stage(e.stage); }
  std::string operator()(const StageCompleted& e) const {
    return "stage end " + stage(e.stage) + (e.error ? " failed" : "");
  }
  std::string operator()(const TaskStart& e) const { return "task start " + task(e.task); }
  std::string operator()(const TaskEnd& e) const { return "task end " + task(e.task); }
  template <class Other>
  std::string operator()(const Other&) const {
    return "other";
  }

  static std::string stage(const StageInfo& stage) {
    return std::to_string(stage.id.value) + "." + std::to_string(stage.attempt);
  }
  static std::string task(const TaskInfo& task) {
    return std::to_string(task.stage.value) + "." + std::to_string(task.stageAttempt) + ":" +
           std::to_string(task.partition) + "#" + std::to_string(task.attempt);
  }
};

// One word and the ids for each event, for comparing whole sequences.
inline std::string describe(const Event& event) { return std::visit(EventDescriber(), event); }

}  // namespace ferro
