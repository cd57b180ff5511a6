#include "ferro/engine/exec/spilled_parts.h"

#include <utility>

#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/gather.h"
#include "ferro/engine/exec/scatter.h"

namespace ferro {
namespace {

// The file goes when its last row was read.
class PartSource final : public BatchSource {
 public:
  PartSource(TaskContext& context, SpillFile file) : file_(std::move(file)), source_(readSpill(context, file_)) {}
  std::shared_ptr<arrow::RecordBatch> next() override { return source_->next(); }

 private:
  SpillFile file_;
  std::unique_ptr<BatchSource> source_;
};

}  // namespace

SpilledParts::SpilledParts(TaskContext& context, std::shared_ptr<arrow::Schema> schema, std::vector<int> keys,
                           int level)
    : context_(context), schema_(std::move(schema)), keys_(std::move(keys)), level_(level) {}

void SpilledParts::add(const std::shared_ptr<arrow::RecordBatch>& batch) {
  std::vector<ArrayPointer> keys;
  for (int key : keys_) keys.push_back(batch->column_data(key));
  hashes_.resize(static_cast<size_t>(batch->num_rows()));
  hashRows(keys, hashes_);
  parts_.resize(hashes_.size());
  for (size_t i = 0; i < hashes_.size(); ++i) parts_[i] = spillPartOf(hashes_[i], level_);
  Scattered scattered;
  scatterRows(parts_, kSpillParts, scattered);
  arrow::MemoryPool* pool = uncountedPool(context_);
  for (uint32_t part = 0; part < kSpillParts; ++part) {
    const auto rows = scattered.of(part);
    if (rows.empty()) continue;
    auto& file = files_[part];
    if (!file) file.emplace(makeSpillFile(context_, schema_));
    file->write(*plainBatch(takeRows(*batch, rows, pool), schema_, pool));
  }
}

std::unique_ptr<BatchSource> SpilledParts::read(uint32_t part) {
  auto& file = files_[part];
  if (!file) return nullptr;
  file->finishWriting();
  auto source = std::make_unique<PartSource>(context_, std::move(*file));
  file.reset();
  return source;
}

}  // namespace ferro
