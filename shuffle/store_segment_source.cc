#include "ferro/shuffle/store_segment_source.h"

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/shuffle/output_check.h"
#include "ferro/shuffle/shuffle_context.h"

namespace ferro {

void StoreSegmentSource::setExecutorId(const std::string& executorId) {
  std::lock_guard lock(mutex_);
  executorId_ = executorId;
}

void StoreSegmentSource::checkServes(const std::string& executorId) {
  std::lock_guard lock(mutex_);
  if (executorId.empty() || executorId != executorId_) {
    throw Error(ErrorCode::kNotFound, "executor " + executorId + " is not here" +
                                          (executorId_.empty() ? "" : ", this is executor " + executorId_));
  }
}

SentSegment StoreSegmentSource::addSegment(const OutputName& name, int reducer, Payload& payload) {
  const auto output = context_.store.find(name.shuffleId, name.mapId);
  if (output == nullptr || output->status.attempt != name.attempt) {
    throw Error(ErrorCode::kNotFound, "there is no such output of attempt " + std::to_string(name.attempt));
  }
  if (output->memory != nullptr) {
    return addBatches(output->memory->batchesFor(reducer), context_.options.checksum, context_.memory.uncounted(),
                      payload);
  }
  try {
    return addFileSegment(output->disk->dataPath(), output->disk->segment(reducer), context_.memory.uncounted(),
                          payload);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kNotFound || error.code() == ErrorCode::kMalformedData) {
      context_.store.removeDamaged(name.shuffleId, output);
    }
    throw;
  }
}

std::optional<std::string> StoreSegmentSource::findLoss(const OutputName& name) {
  return ferro::findLoss(context_, name);
}

std::optional<std::string> findLoss(ShuffleContext& context, const OutputName& name) {
  const auto output = context.store.find(name.shuffleId, name.mapId);
  if (output == nullptr || output->status.attempt != name.attempt) return "there is no such output";
  if (output->memory != nullptr) return std::nullopt;
  try {
    checkMapOutput(output->disk->dataPath(), *output->disk->index());
    return std::nullopt;
  } catch (const Error& error) {
    context.store.removeDamaged(name.shuffleId, output);
    return error.what();
  }
}

void StoreSegmentSource::drop(const OutputName& name) {
  const auto output = context_.store.find(name.shuffleId, name.mapId);
  if (output == nullptr || output->status.attempt != name.attempt) return;
  logWarn("map output " + std::to_string(name.mapId) + " of shuffle " + std::to_string(name.shuffleId) +
          " is dropped: a reader found it damaged");
  context_.store.removeDamaged(name.shuffleId, output);
}

}  // namespace ferro
