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

void decodeOutcome(const EncodedOutcome& encoded, std::string_view value, const AccumulatorRegistry& accumulators,
                   TaskOutcome& outcome) {
  outcome.metrics = encoded.metrics;
  outcome.failure = encoded.failure;
  outcome.value.reset();
  outcome.accumulators.clear();
  if (outcome.failure) return;
  for (const auto& [id, bytes] : encoded.accumulators) {
    const auto accumulator = accumulators.find(id);
    if (accumulator == nullptr) continue;
    Decoder decoder(bytes);
    outcome.accumulators.emplace(id, accumulator->decodeDelta(decoder));
  }
  Decoder decoder(value);
  outcome.value = outcome.task.set->spec().body->decodeValue(decoder);
}

}  // namespace ferro
