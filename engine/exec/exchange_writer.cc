#include "ferro/engine/exec/exchange_writer.h"

#include <algorithm>
#include <string>

#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/scatter.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// Rows for each reducer that make a batch worth having, and how many may wait in all.
constexpr size_t kRowsForEachReducer = 4'096;
constexpr size_t kMostWaitingRows = size_t{1} << 20;

}  // namespace

ExchangeWriter::ExchangeWriter(TaskContext& context, int shuffleId, int numReducers,
                               std::shared_ptr<arrow::Schema> schema)
    : context_(context),
      numReducers_(static_cast<uint32_t>(numReducers)),
      schema_(std::move(schema)),
      output_(openShuffleWriter(context, shuffleId, numReducers, schema_)),
      claim_(context, "batches of shuffle " + std::to_string(shuffleId)),
      waiting_(schema_) {}

void ExchangeWriter::add(const std::shared_ptr<arrow::RecordBatch>& batch, std::span<const uint32_t> reducers) {
  context_.throwIfCancelled();
  if (reducers.empty()) return;
  const bool toOne = std::all_of(reducers.begin(), reducers.end(), [&](uint32_t it) { return it == reducers[0]; });
  if (toOne) {
    flush();
    return appendWhole(reducers[0], batch);
  }
  const bool fits = claim_.tryGrow(batchBytes(*batch));
  waiting_.add(batch);
  reducers_.insert(reducers_.end(), reducers.begin(), reducers.end());
  const size_t enough = std::min(kRowsForEachReducer * numReducers_, kMostWaitingRows);
  if (!fits || reducers_.size() >= enough) flush();
}

void ExchangeWriter::appendWhole(uint32_t reducer, const std::shared_ptr<arrow::RecordBatch>& batch) {
  output_->append(static_cast<int>(reducer), plainBatch(batch, schema_, output_->pool()));
}

void ExchangeWriter::flush() {
  if (reducers_.empty()) return;
  Scattered scattered;
  scatterRows(reducers_, numReducers_, scattered);
  std::vector<RowRef> places;
  places.reserve(reducers_.size());
  for (uint32_t chunk = 0; chunk < waiting_.numChunks(); ++chunk) {
    for (uint32_t row = 0; row < waiting_.numRows(chunk); ++row) places.push_back({chunk, row});
  }
  std::vector<RowRef> wanted;
  for (uint32_t reducer = 0; reducer < numReducers_; ++reducer) {
    const auto rows = scattered.of(reducer);
    if (rows.empty()) continue;
    wanted.clear();
    for (uint32_t row : rows) wanted.push_back(places[row]);
    appendWhole(reducer, waiting_.gather(wanted, output_->pool()));
  }
  waiting_.clear();
  reducers_.clear();
  claim_.release();
}

MapStatus ExchangeWriter::commit() {
  flush();
  // Nobody would remove what a task leaves after its job was cancelled.
  context_.throwIfCancelled();
  return output_->commit();
}

}  // namespace ferro
