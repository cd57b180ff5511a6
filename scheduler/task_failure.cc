#include "ferro/scheduler/task_failure.h"

#include <cxxabi.h>

#include <algorithm>
#include <exception>
#include <new>
#include <typeinfo>
#include <utility>

#include "ferro/blockmanager/damaged_block.h"
#include "ferro/common/stack_trace.h"
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
    LostMapOutput lost{failed.shuffleId,  failed.mapId, failed.attempt,  failed.unreachable,
                       failed.executorId, failed.host,  failed.atService};
    for (const auto& other : failed.others) lost.others.push_back({other.mapId, other.attempt});
    return {failed.code(), failed.what(), std::move(lost)};
  } catch (const DamagedBlock& damaged) {
    return {damaged.code(), damaged.what(), {}, false, true};
  } catch (const Error& error) {
    return {error.code(), error.what(), {}};
  } catch (const std::bad_alloc&) {
    return {ErrorCode::kOutOfMemory, "the operating system gave no more memory", {}};
  } catch (const std::exception& exception) {
    return {ErrorCode::kUserFunction, typeName(typeid(exception)) + ": " + exception.what(), {}};
  } catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    return {ErrorCode::kUserFunction,
            "something was thrown that is not a std::exception" + (type == nullptr ? "" : ": " + typeName(*type)),
            {}};
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
  std::string text = job.text() + " failed: " + describeStage(stage) + ", " + task.id.text() + " (partition " +
                     std::to_string(task.set->partitionOf(task.index)) + "), " + attempts + describeCause(first);
  if (last.text != first.text) text += "; the last attempt failed otherwise: " + describeCause(last);
  return Error(first.code, text);
}

Error jobFailed(JobId job, const Stage& stage, const TaskFailure& cause) {
  return Error(cause.code, job.text() + " failed: " + describeStage(stage) + ": " + describeCause(cause));
}

}  // namespace ferro
