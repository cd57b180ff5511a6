#include "ferro/scheduler/byte_boundary.h"

#include <chrono>
#include <string>

namespace ferro {

std::shared_ptr<const TaskBody> ByteBoundary::bodyOf(const TaskSet& set, TaskMetrics& metrics) {
  std::shared_ptr<Entry> entry;
  {
    std::lock_guard lock(mutex_);
    auto& found = bodies_[{set.spec().stage, set.spec().stageAttempt}];
    if (found == nullptr) found = std::make_shared<Entry>();
    entry = found;
  }
  std::lock_guard lock(entry->mutex);
  if (entry->body == nullptr) {
    const auto begin = std::chrono::steady_clock::now();
    entry->body = codec_.decode(set.spec().encodedBody, environment_);
    metrics.decodeNanos = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  }
  return entry->body;
}

void ByteBoundary::forget(const TaskSet& set) {
  std::shared_ptr<Entry> dropped;  // destroyed outside the lock
  std::lock_guard lock(mutex_);
  auto entry = bodies_.extract({set.spec().stage, set.spec().stageAttempt});
  if (!entry.empty()) dropped = std::move(entry.mapped());
}

void ByteBoundary::passBack(TaskOutcome& outcome) const {
  if (outcome.value != nullptr) {
    Encoder encoder;
    outcome.value->encode(encoder);
    const std::string bytes = encoder.take();
    outcome.metrics.resultBytes = static_cast<int64_t>(bytes.size());
    Decoder decoder(bytes);
    outcome.value = outcome.task.set->spec().body->decodeValue(decoder);
  }
  AccumulatorUpdates received;
  for (const auto& [id, delta] : outcome.accumulators) {
    auto accumulator = accumulators_.find(id);
    if (accumulator == nullptr) continue;
    Encoder encoder;
    delta->encode(encoder);
    const std::string bytes = encoder.take();
    Decoder decoder(bytes);
    received.emplace(id, accumulator->decodeDelta(decoder));
  }
  outcome.accumulators = std::move(received);
}

}  // namespace ferro
