#include "ferro/shuffle/shuffle_reader.h"

#include <utility>

#include <arrow/buffer.h>
#include <arrow/record_batch.h>

#include "ferro/shuffle/elapsed.h"
#include "ferro/shuffle/fetch_failed.h"
#include "ferro/shuffle/fetched_segment.h"
#include "ferro/shuffle/loss_survey.h"
#include "ferro/shuffle/map_output_locations.h"
#include "ferro/shuffle/map_output_locator.h"
#include "ferro/shuffle/shuffle_context.h"
#include "ferro/shuffle/shuffle_fetcher.h"

namespace ferro {

ShuffleReader::ShuffleReader(ShuffleContext& context, int shuffleId, int reducer, MapRange maps,
                             std::shared_ptr<arrow::Schema> schema, ShuffleMetrics& metrics, ReaderTask task)
    : context_(context),
      shuffleId_(shuffleId),
      reducer_(reducer),
      maps_(maps),
      schema_(std::move(schema)),
      metrics_(metrics),
      task_(std::move(task)),
      nextMap_(maps.first) {}

ShuffleReader::~ShuffleReader() = default;

std::shared_ptr<arrow::RecordBatch> ShuffleReader::next() {
  try {
    return nextBatch();
  } catch (const FetchFailed& failed) {
    // Of an executor that cannot be reached the driver forgets everything; before the outputs were located nothing is
    // known of any.
    if (failed.unreachable || (context_.network && locations_ == nullptr)) throw;
    FetchFailed all = failed;
    for (const auto& lost : findLostOutputs(context_, shuffleId_, maps_, locations_.get(), task_.isCancelled)) {
      if (lost.mapId != failed.mapId) all.others.push_back(lost);
    }
    throw FetchFailed(all);
  }
}

std::shared_ptr<arrow::RecordBatch> ShuffleReader::nextBatch() {
  if (context_.network && locations_ == nullptr) locate();
  for (;;) {
    if (auto batch = nextInMap()) {
      metrics_.recordsRead += batch->num_rows();
      return batch;
    }
    if (nextMap_ >= maps_.end) return nullptr;
    openMap(nextMap_++);
  }
}

// Asks where the outputs lie, and starts to fetch those that are not here.
void ShuffleReader::locate() {
  auto locations = context_.network->locator->locate(shuffleId_, task_.epoch);
  std::vector<RemoteOutput> remote;
  for (int map = maps_.first; map < maps_.end; ++map) {
    if (locations->location(map)) continue;
    throw FetchFailed(shuffleId_, map, reducer_, std::nullopt, "the driver knows of no such output");
  }
  if (maps_.first < maps_.end) sizes_ = locations->sizesFor(reducer_);
  locations_ = std::move(locations);
  for (int map = maps_.first; map < maps_.end; ++map) {
    const int64_t size = sizes_[static_cast<size_t>(map)];
    if (size == 0 || !isRemote(map)) continue;
    const auto location = *locations_->location(map);
    remote.push_back({map, location.attempt, location.place, size});
  }
  if (remote.empty()) return;
  fetcher_ = std::make_unique<ShuffleFetcher>(*context_.network, context_.memory,
                                              ShuffleFetcher::Task{shuffleId_, reducer_, task_.isCancelled},
                                              std::move(remote), metrics_);
}

// An output of this executor's own is read here even if the shuffle service serves it too.
bool ShuffleReader::isRemote(int mapId) const {
  const std::string& executorId = locations_->location(mapId)->place.executor.executorId;
  return !executorId.empty() && executorId != context_.network->self.executorId;
}

std::shared_ptr<arrow::RecordBatch> ShuffleReader::nextInMap() {
  if (nextBatch_ < batches_.size()) return std::move(batches_[nextBatch_++]);
  if (segment_ == nullptr) return nullptr;
  try {
    const Elapsed elapsed(metrics_.readNanos);
    auto batch = segment_->next();
    if (batch == nullptr) endOfMap();
    return batch;
  } catch (const Error& error) {
    fail(error);
  }
}

void ShuffleReader::endOfMap() {
  segment_.reset();
  if (fileOutput_ == nullptr) fetcher_->release();
  fileOutput_.reset();
}

void ShuffleReader::openMap(int mapId) {
  batches_.clear();
  nextBatch_ = 0;
  fileOutput_.reset();
  if (locations_ == nullptr || !isRemote(mapId)) openLocal(mapId);
  else if (sizes_[static_cast<size_t>(mapId)] > 0) openRemote(mapId);
}

void ShuffleReader::openRemote(int mapId) {
  FetchedBytes fetched = fetcher_->take();
  metrics_.bytesRead += fetched.bytes->size();
  ++metrics_.segmentsRead;
  try {
    segment_ = std::make_unique<FetchedSegment>(
        std::move(fetched.bytes), !fetched.hasChecksum, schema_, context_.memory.uncounted(),
        fetched.isOfFile ? context_.localDirs.key() : nullptr,
        "map output " + std::to_string(mapId) + " of shuffle " + std::to_string(shuffleId_) + " from a peer");
  } catch (const Error& error) {
    fail(error);
  }
}

void ShuffleReader::openLocal(int mapId) {
  auto output = context_.store.find(shuffleId_, mapId);
  const auto expected = locations_ == nullptr ? std::nullopt : locations_->location(mapId);
  if (output == nullptr || (expected && expected->attempt != output->status.attempt)) {
    throw FetchFailed(shuffleId_, mapId, reducer_, expected ? std::optional(expected->attempt) : std::nullopt,
                      "there is no such output", expected ? expected->place : MapOutputPlace{});
  }
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
    segment_ = fileOutput_->disk->open(reducer_, schema_, context_.memory.uncounted());
    if (segment_ == nullptr) return;
    metrics_.bytesRead += fileOutput_->disk->segment(reducer_).segment.length;
    ++metrics_.segmentsRead;
  } catch (const Error& error) {
    fail(error);
  }
}

// Called while the cause is being handled. Want of memory says nothing about the output. All else counts as a lost
// output, which goes at once: its map is run again, and a commit does not replace what is there.
void ShuffleReader::fail(const Error& cause) {
  if (cause.code() == ErrorCode::kOutOfMemory || cause.code() == ErrorCode::kInternal) throw;
  if (fileOutput_ == nullptr) fetcher_->failDamaged(cause.what());
  context_.store.removeDamaged(shuffleId_, fileOutput_);
  const MapStatus& status = fileOutput_->status;
  const MapOutputPlace place =
      context_.network ? MapOutputPlace{context_.network->self, status.atService} : MapOutputPlace{};
  throw FetchFailed(shuffleId_, status.mapId, reducer_, status.attempt, cause.what(), place);
}

}  // namespace ferro
