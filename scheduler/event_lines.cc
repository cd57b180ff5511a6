#include "ferro/scheduler/event_lines.h"

#include "ferro/scheduler/summary/readable.h"

namespace ferro {

namespace {

std::string nameOf(const StageInfo& stage) {
  return stage.id.text() + "." + std::to_string(stage.attempt) + " (" + stage.name + ")";
}

// What happened to something that began then, if anybody saw it begin.
template <class Times, class Key>
std::string howItEnded(Times& begins, const Key& key, int64_t end, const std::optional<std::string>& error) {
  const auto begin = begins.extract(key);
  const std::string time = begin.empty() ? "" : " after " + readableMillis(end - begin.mapped());
  return error ? " failed" + time + ": " + *error : " is done" + time;
}

}  // namespace

void EventLines::on(const Event& event) {
  if (const auto found = lineOf(event)) log(found->level, found->text);
}

std::optional<EventLines::Line> EventLines::lineOf(const Event& event) {
  return std::visit([this](const auto& known) { return line(known); }, event);
}

std::optional<EventLines::Line> EventLines::line(const ApplicationStart& event) {
  started_ = event.time;
  return Line{LogLevel::kInfo, "application " + event.id + " (" + event.name + ") starts"};
}

std::optional<EventLines::Line> EventLines::line(const ApplicationEnd& event) {
  return Line{LogLevel::kInfo, "the application is done after " + readableMillis(event.time - started_)};
}

std::optional<EventLines::Line> EventLines::line(const ExecutorAdded& event) {
  return Line{LogLevel::kInfo, "executor " + event.executorId + " is there: host " + event.host + ", " +
                                   std::to_string(event.cores) + (event.cores == 1 ? " core" : " cores")};
}

std::optional<EventLines::Line> EventLines::line(const ExecutorRemoved& event) {
  return Line{LogLevel::kInfo, "executor " + event.executorId + " is gone: " + event.reason};
}

std::optional<EventLines::Line> EventLines::line(const JobStart& event) {
  jobs_[event.job] = event.time;
  size_t skipped = 0;
  for (const StageInfo& stage : event.stages) skipped += stage.skipped ? 1 : 0;
  std::string text = event.job.text() + " (" + event.properties.callSite +
                     ") starts: " + std::to_string(event.stages.size()) +
                     (event.stages.size() == 1 ? " stage" : " stages");
  if (skipped > 0) text += ", of which " + std::to_string(skipped) + " may be skipped";
  return Line{LogLevel::kInfo, std::move(text)};
}

std::optional<EventLines::Line> EventLines::line(const JobEnd& event) {
  return Line{LogLevel::kInfo, event.job.text() + howItEnded(jobs_, event.job, event.time, event.error)};
}

std::optional<EventLines::Line> EventLines::line(const StageSubmitted& event) {
  stages_[{event.stage.id, event.stage.attempt}] = event.time;
  return Line{LogLevel::kInfo, nameOf(event.stage) + " starts: " + std::to_string(event.stage.numTasks) +
                                   (event.stage.numTasks == 1 ? " task" : " tasks")};
}

std::optional<EventLines::Line> EventLines::line(const StageCompleted& event) {
  const std::pair key(event.stage.id, event.stage.attempt);
  return Line{LogLevel::kInfo, nameOf(event.stage) + howItEnded(stages_, key, event.time, event.error)};
}

std::optional<EventLines::Line> EventLines::line(const TaskEnd& event) {
  const TaskInfo& task = event.task;
  std::string text = task.id.text() + " (" + task.stage.text() + "." + std::to_string(task.stageAttempt) +
                     ", partition " + std::to_string(task.partition) + ", attempt " + std::to_string(task.attempt) +
                     ", executor " + task.executorId + ")";
  const bool ok = event.reason == TaskEndReason::kSuccess;
  text += ok                                          ? " is done after "
          : event.reason == TaskEndReason::kCancelled ? " was cancelled after "
                                                      : " failed after ";
  text += readableMillis(event.finishTime - task.launchTime);
  if (!ok && !event.error.empty()) text += ": " + event.error;
  return Line{LogLevel::kDebug, std::move(text)};
}

}  // namespace ferro
