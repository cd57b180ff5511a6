#include "ferro/scheduler/outcome_codec.h"

#include "ferro/common/error.h"

namespace ferro {
namespace {

using EncodedAccumulators = std::vector<std::pair<int64_t, std::string>>;

void decodeAccumulators(const EncodedAccumulators& encoded, const AccumulatorRegistry& accumulators,
                        TaskOutcome& outcome) {
  for (const auto& [id, bytes] : encoded) {
    const auto accumulator = accumulators.find(id);
    if (accumulator == nullptr) continue;
    Decoder decoder(bytes);
    outcome.accumulators.emplace(id, accumulator->decodeDelta(decoder));
  }
}

}  // namespace

int64_t EncodedOutcome::accumulatorBytes() const {
  size_t bytes = 0;
  for (const auto& [id, delta] : accumulators) bytes += delta.size();
  return static_cast<int64_t>(bytes);
}

void moveAccumulatorsToValue(EncodedOutcome& encoded) {
  Encoder encoder;
  encoder.write(encoded.accumulators);
  encoded.accumulators.clear();
  const std::string bytes = encoder.take();
  encoded.accumulatorsInValue = static_cast<int64_t>(bytes.size());
  encoded.value += bytes;
  encoded.metrics.resultBytes = static_cast<int64_t>(encoded.value.size());
}

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
  decodeAccumulators(encoded.accumulators, accumulators, outcome);
  if (encoded.accumulatorsInValue > 0) {
    const auto length = static_cast<size_t>(encoded.accumulatorsInValue);
    if (length > value.size()) throw Error(ErrorCode::kMalformedData, "a task's result is shorter than it says");
    Decoder decoder(value.substr(value.size() - length));
    decodeAccumulators(decoder.read<EncodedAccumulators>(), accumulators, outcome);
    value.remove_suffix(length);
  }
  Decoder decoder(value);
  outcome.value = outcome.task.set->spec().body->decodeValue(decoder);
}

}  // namespace ferro
