// How a task ended, as bytes between an executor and its driver: the executor encodes what the body gave, the driver
// decodes it with the types that its own body and accumulators know. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/scheduler/task_set.h"

namespace ferro {

struct EncodedOutcome {
  std::string value;         // empty when the task failed or the value went another way
  int64_t valueInBlock = 0;  // bytes of a value too large to be sent along: it waits as block taskresult_T
  std::vector<std::pair<int64_t, std::string>> accumulators;
  int64_t accumulatorsInValue = 0;  // bytes at the end of the value that are accumulators too large to be sent along
  TaskMetrics metrics;
  std::optional<TaskFailure> failure;

  int64_t accumulatorBytes() const;
};

// Takes value, accumulators, metrics and failure out of the outcome.
EncodedOutcome encodeOutcome(const TaskOutcome& outcome);

// Large accumulators travel as large values do, and count as results.
void moveAccumulatorsToValue(EncodedOutcome& encoded);

// Puts them back; `value` is encoded.value, or what waited in the block. What cannot be decoded throws Error.
void decodeOutcome(const EncodedOutcome& encoded, std::string_view value, const AccumulatorRegistry& accumulators,
                   TaskOutcome& outcome);

}  // namespace ferro
