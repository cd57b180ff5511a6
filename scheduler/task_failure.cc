#include "ferro/scheduler/task_failure.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "ferro/shuffle/fetch_failed.h"

namespace ferro {

namespace {

std::string describeCause(const TaskFailure& failure) {
  return oneLine(failure.text) + " [" + std::string(errorCodeName(failure.code)) + "]";
}

}  // namespace

TaskFailure describeCurrentException() {
  try {
    throw;
  } catch (const FetchFailed& failed) {
    return {failed.code(), failed.what(),
            LostMapOutput{failed.shuffleId, failed.mapId, failed.attempt, failed.unreachable, failed.executorId,
                          failed.host, failed.atService}};
  } catch (const Error& error) {
    return {error.code(), error.what(), {}};
  } catch (const std::bad_alloc&) {
    return {ErrorCode::kOutOfMemory, "the operating system gave no more memory", {}};
  } catch (const std::exception& exception) {
    return {ErrorCode::kUserFunction, exception.what(), {}};
  } catch (...) {
    return {ErrorCode::kUserFunction, "something was thrown that is not a std::exception", {}};
  }
}

std::string oneLine(std::string text) {
  for (char& character : text) {
    if (character == '\n' || character == '\r') character = ' ';
  }
  return text;
}

std::string describeStage(const Stage& stage) { return stage.id.text() + " (" + stage.name + ")"; }

Error tooManyFailures(JobId job, const Stage& stage, const LaunchedTask& task, int maxFailures,
                      const TaskFailure& first, const TaskFailure& last) {
  const std::string attempts = "attempt " + std::to_string(std::min(task.attempt + 1, maxFailures)) + " of " +
                               std::to_string(maxFailures) + ": ";
  std::string text = job.text() + " failed: " + describeStage(stage) + ", task " +
                     std::to_string(task.set->partitionOf(task.index)) + ", " + attempts + describeCause(first);
  if (last.text != first.text) text += "; the last attempt failed otherwise: " + describeCause(last);
  return Error(first.code, text);
}

Error jobFailed(JobId job, const Stage& stage, const TaskFailure& cause) {
  return Error(cause.code, job.text() + " failed: " + describeStage(stage) + ": " + describeCause(cause));
}

}  // namespace ferro
