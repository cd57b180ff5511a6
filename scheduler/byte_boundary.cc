#include "ferro/scheduler/byte_boundary.h"

#include "ferro/scheduler/outcome_codec.h"

namespace ferro {

std::shared_ptr<const TaskBody> ByteBoundary::bodyOf(const TaskSet& set, TaskMetrics& metrics) {
  return bodies_.get({set.spec().stage, set.spec().stageAttempt}, set.spec().encodedBody, metrics);
}

void ByteBoundary::forget(const TaskSet& set) { bodies_.forget({set.spec().stage, set.spec().stageAttempt}); }

void ByteBoundary::passBack(TaskOutcome& outcome) const {
  const EncodedOutcome encoded = encodeOutcome(outcome);
  decodeOutcome(encoded, encoded.value, accumulators_, outcome);
}

}  // namespace ferro
