#include "ferro/scheduler/outcome_codec.h"

namespace ferro {

EncodedOutcome encodeOutcome(const TaskOutcome& outcome) {
  EncodedOutcome encoded;
  encoded.metrics = outcome.metrics;
  encoded.failure = outcome.failure;
  Encoder encoder;
  if (outcome.value != nullptr) {
    outcome.value->encode(encoder);
    encoded.value = encoder.take();
    encoded.metrics.resultBytes = static_cast<int64_t>(encoded.value.size());
  }
  for (const auto& [id, delta] : outcome.accumulators) {
    delta->encode(encoder);
    encoded.accumulators.emplace_back(id, encoder.take());
  }
  return encoded;
}

void decodeOutcome(EncodedOutcome&& encoded, const AccumulatorRegistry& accumulators, TaskOutcome& outcome) {
  outcome.metrics = encoded.metrics;
  outcome.failure = std::move(encoded.failure);
  outcome.value.reset();
  outcome.accumulators.clear();
  if (outcome.failure) return;
  for (const auto& [id, bytes] : encoded.accumulators) {
    const auto accumulator = accumulators.find(id);
    if (accumulator == nullptr) continue;
    Decoder decoder(bytes);
    outcome.accumulators.emplace(id, accumulator->decodeDelta(decoder));
  }
  if (encoded.valueInBlock == 0) outcome.value = decodeTaskValue(encoded.value, outcome);
}

std::unique_ptr<TaskValue> decodeTaskValue(std::string_view bytes, const TaskOutcome& outcome) {
  Decoder decoder(bytes);
  return outcome.task.set->spec().body->decodeValue(decoder);
}

}  // namespace ferro
