#include "ferro/engine/exec/gather_source.h"

#include <utility>

#include "ferro/engine/exec/columns.h"

namespace ferro {

GatherSource::GatherSource(std::shared_ptr<arrow::Schema> schema)
    : schema_(std::move(schema)), columns_(static_cast<size_t>(schema_->num_fields())) {}

void GatherSource::add(const std::shared_ptr<arrow::RecordBatch>& batch) {
  for (size_t i = 0; i < columns_.size(); ++i) addColumn(columns_[i], batch->column_data(static_cast<int>(i)));
  numRows_.push_back(batch->num_rows());
}

// All chunks of a column share one dictionary, or have none: gathering would have to resolve them for each batch.
void GatherSource::addColumn(std::vector<ArrayPointer>& chunks, ArrayPointer column) {
  const bool coded = isDictionary(*column->type);
  const bool codedBefore = !chunks.empty() && isDictionary(*chunks[0]->type);
  const bool fits = chunks.empty() || (coded == codedBefore && (!coded || chunks[0]->dictionary == column->dictionary));
  if (!fits) {
    if (codedBefore) {
      for (auto& chunk : chunks) chunk = plainColumn(chunk, arrow::default_memory_pool());
    }
    column = plainColumn(column, arrow::default_memory_pool());
  }
  chunks.push_back(std::move(column));
}

void GatherSource::clear() {
  for (auto& chunks : columns_) chunks.clear();
  numRows_.clear();
}

ArrayPointer GatherSource::gatherColumn(int column, std::span<const RowRef> rows, arrow::MemoryPool* pool) const {
  const auto& chunks = columns_[static_cast<size_t>(column)];
  if (!chunks.empty()) return ferro::gatherColumn(chunks, rows, pool);
  return nullColumn(schema_->field(column)->type(), static_cast<int64_t>(rows.size()), pool);
}

std::shared_ptr<arrow::RecordBatch> GatherSource::gather(std::span<const RowRef> rows, arrow::MemoryPool* pool) const {
  std::vector<ArrayPointer> columns;
  for (int i = 0; i < schema_->num_fields(); ++i) columns.push_back(gatherColumn(i, rows, pool));
  return arrow::RecordBatch::Make(schema_, static_cast<int64_t>(rows.size()), std::move(columns));
}

}  // namespace ferro
