#include "ferro/engine/exec/join_table.h"

#include <utility>

#include "ferro/engine/exec/columns.h"
#include "ferro/engine/task_resources.h"

namespace ferro {
namespace {

std::vector<TypePointer> typesOf(const arrow::Schema& schema, const std::vector<int>& keys) {
  std::vector<TypePointer> types;
  for (int key : keys) types.push_back(schema.field(key)->type());
  return types;
}

}  // namespace

JoinTable::JoinTable(const std::shared_ptr<arrow::Schema>& schema, std::vector<int> keys)
    : keys_(std::move(keys)), source_(schema), table_(typesOf(*schema, keys_)) {}

void JoinTable::add(const std::shared_ptr<arrow::RecordBatch>& batch) {
  std::vector<ArrayPointer> columns;
  for (int key : keys_) columns.push_back(batch->column_data(key));
  const size_t before = numbers_.size();
  numbers_.resize(before + static_cast<size_t>(batch->num_rows()));
  table_.insert(columns, std::span(numbers_).subspan(before));
  source_.add(batch);
  batches_.push_back(batch);
  batchBytes_ += batchBytes(*batch);
}

void JoinTable::finish() {
  const uint32_t numKeys = table_.size();
  starts_.assign(size_t{numKeys} + 1, 0);
  for (uint32_t number : numbers_) ++starts_[number + 1];
  for (uint32_t i = 0; i < numKeys; ++i) starts_[i + 1] += starts_[i];
  rows_.resize(numbers_.size());
  unique_ = rows_.size() == numKeys;
  std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
  size_t row = 0;
  for (uint32_t chunk = 0; chunk < source_.numChunks(); ++chunk) {
    for (uint32_t i = 0; i < source_.numRows(chunk); ++i) rows_[next[numbers_[row++]]++] = {chunk, i};
  }
  numbers_ = {};
  batches_ = {};
}

void JoinTable::find(std::span<const ArrayPointer> keys, bool nullsEqual, std::span<uint32_t> numbers,
                     KeyIndex::Scratch& scratch) const {
  table_.find(keys, numbers, scratch);
  if (nullsEqual) return;
  for (const ArrayPointer& key : keys) {
    const bool coded = isDictionary(*key->type);
    if (key->GetNullCount() == 0 && (!coded || key->dictionary->GetNullCount() == 0)) continue;
    const ColumnCursor rows(*key);
    const TextCursor texts(*key);
    for (size_t i = 0; i < numbers.size(); ++i) {
      const auto row = static_cast<int64_t>(i);
      if (!(coded ? texts.isValid(row) : rows.isValid(row))) numbers[i] = kNoKey;
    }
  }
}

std::vector<ArrayPointer> JoinTable::gather(std::span<const uint32_t> rows, const std::vector<int>& columns,
                                            arrow::MemoryPool* pool) const {
  std::vector<ArrayPointer> gathered;
  // Keys are numbered in the order in which they come, so that unique rows are where they were.
  if (unique_ && source_.numChunks() == 1) {
    for (int column : columns) {
      gathered.push_back(takeColumn(source_.column(static_cast<size_t>(column))[0], rows, pool));
    }
    return gathered;
  }
  std::vector<RowRef> refs;
  refs.reserve(rows.size());
  for (uint32_t row : rows) refs.push_back(row == kNoRow ? RowRef{0, kNoRow} : rows_[row]);
  for (int column : columns) gathered.push_back(source_.gatherColumn(column, refs, pool));
  return gathered;
}

int64_t JoinTable::indexBytes() const {
  return table_.bytes() + static_cast<int64_t>(numbers_.capacity() * (sizeof(RowRef) + 2 * sizeof(uint32_t)));
}

}  // namespace ferro
