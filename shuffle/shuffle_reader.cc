#include "ferro/shuffle/shuffle_reader.h"

#include <utility>

#include <arrow/record_batch.h>

#include "ferro/shuffle/elapsed.h"
#include "ferro/shuffle/fetch_failed.h"
#include "ferro/shuffle/shuffle_context.h"

namespace ferro {

ShuffleReader::ShuffleReader(ShuffleContext& context, int shuffleId, int reducer, MapRange maps,
                             std::shared_ptr<arrow::Schema> schema, ShuffleMetrics& metrics)
    : context_(context),
      shuffleId_(shuffleId),
      reducer_(reducer),
      maps_(maps),
      schema_(std::move(schema)),
      metrics_(metrics),
      nextMap_(maps.first) {}

std::shared_ptr<arrow::RecordBatch> ShuffleReader::next() {
  for (;;) {
    if (auto batch = nextInMap()) {
      metrics_.recordsRead += batch->num_rows();
      return batch;
    }
    if (nextMap_ >= maps_.end) return nullptr;
    openMap(nextMap_++);
  }
}

std::shared_ptr<arrow::RecordBatch> ShuffleReader::nextInMap() {
  if (nextBatch_ < batches_.size()) return std::move(batches_[nextBatch_++]);
  if (file_ == nullptr) return nullptr;
  try {
    const Elapsed elapsed(metrics_.readNanos);
    auto batch = file_->next();
    if (batch == nullptr) {
      file_.reset();
      fileOutput_.reset();
    }
    return batch;
  } catch (const Error& error) {
    fail(error);
  }
}

void ShuffleReader::openMap(int mapId) {
  batches_.clear();
  nextBatch_ = 0;
  auto output = context_.store.find(shuffleId_, mapId);
  if (output == nullptr) throw FetchFailed(shuffleId_, mapId, reducer_, std::nullopt, "there is no such output");
  if (output->memory == nullptr) {
    fileOutput_ = std::move(output);
    openFile();
    return;
  }
  for (const auto& part : output->memory->batchesFor(reducer_)) batches_.push_back(part.batch);
  if (batches_.empty()) return;
  metrics_.bytesRead += output->status.sizes[static_cast<size_t>(reducer_)];
  ++metrics_.segmentsRead;
}

void ShuffleReader::openFile() {
  try {
    const Elapsed elapsed(metrics_.readNanos);
    file_ = fileOutput_->disk->open(reducer_, schema_, context_.memory.uncounted());
    if (file_ == nullptr) return;
    metrics_.bytesRead += fileOutput_->disk->index()->segment(reducer_).length;
    ++metrics_.segmentsRead;
  } catch (const Error& error) {
    fail(error);
  }
}

// Called while the cause is being handled. Want of memory says nothing about the output. All else counts as a lost
// output, which goes at once: its map is run again, and a commit does not replace what is there.
void ShuffleReader::fail(const Error& cause) {
  if (cause.code() == ErrorCode::kOutOfMemory || cause.code() == ErrorCode::kInternal) throw;
  context_.store.removeDamaged(shuffleId_, fileOutput_);
  throw FetchFailed(shuffleId_, fileOutput_->status.mapId, reducer_, fileOutput_->status.attempt, cause.what());
}

}  // namespace ferro
