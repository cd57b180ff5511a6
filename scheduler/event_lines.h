// Tells in the log what happens, one line for each event: applications, jobs, stages and executors at level INFO, tasks
// at level DEBUG. Added to the bus where ferro.log.level asks for such lines. Called on the bus's thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "ferro/common/log.h"
#include "ferro/scheduler/listener_bus.h"

namespace ferro {

class EventLines final : public Listener {
 public:
  struct Line {
    LogLevel level = LogLevel::kInfo;
    std::string text;
  };

  void on(const Event& event) override;
  // Nothing for events that are not worth a line.
  std::optional<Line> lineOf(const Event& event);

 private:
  std::optional<Line> line(const ApplicationStart& event);
  std::optional<Line> line(const ApplicationEnd& event);
  std::optional<Line> line(const ExecutorAdded& event);
  std::optional<Line> line(const ExecutorRemoved& event);
  std::optional<Line> line(const JobStart& event);
  std::optional<Line> line(const JobEnd& event);
  std::optional<Line> line(const StageSubmitted& event);
  std::optional<Line> line(const StageCompleted& event);
  std::optional<Line> line(const TaskEnd& event);
  template <class Other>
  std::optional<Line> line(const Other&) {
    return std::nullopt;
  }

  int64_t started_ = 0;
  std::map<JobId, int64_t> jobs_;                      // when those that run began
  std::map<std::pair<StageId, int>, int64_t> stages_;  // the same, by attempt
};

}  // namespace ferro
