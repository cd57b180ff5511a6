#include "ferro/engine/exec/sorted_rows.h"

#include <utility>

#include <arrow/record_batch.h>

#include "ferro/engine/exec/key_order.h"

namespace ferro {
namespace {

// So many rows make a table that stays in the nearest caches.
constexpr int64_t kWindowRows = 4'096;

}  // namespace

SortedRows::SortedRows(BatchIteratorPtr rows, const std::vector<int>& keys)
    : rows_(std::move(rows)), keys_(keys), order_(keys.size()) {}

std::vector<ArrayPointer> SortedRows::keysOf(const arrow::RecordBatch& batch) const {
  std::vector<ArrayPointer> columns;
  for (int key : keys_) columns.push_back(batch.column_data(key));
  return columns;
}

SortedRows::Batch SortedRows::read() {
  if (unread_ == nullptr) unread_ = rows_->next();
  if (unread_ == nullptr || unread_->num_rows() <= kWindowRows) return std::exchange(unread_, nullptr);
  Batch first = unread_->Slice(0, kWindowRows);
  unread_ = unread_->Slice(kWindowRows);
  return first;
}

int64_t SortedRows::lowerBound(const std::vector<ArrayPointer>& columns, int64_t rows, const KeyPlace& key) const {
  int64_t begin = 0;
  while (begin < rows) {
    const int64_t middle = begin + (rows - begin) / 2;
    if (compareKeys(order_, columns, middle, key.columns, key.row) < 0) {
      begin = middle + 1;
    } else {
      rows = middle;
    }
  }
  return begin;
}

std::vector<SortedRows::Batch> SortedRows::takeWindow() {
  std::vector<Batch> window;
  if (pending_ != nullptr) window.push_back(std::exchange(pending_, nullptr));
  nextKey_.reset();
  while (auto batch = read()) {
    const KeyPlace last{keysOf(*batch), batch->num_rows() - 1};
    const int64_t cut = lowerBound(last.columns, batch->num_rows(), last);
    // The last key's rows may go on in the next batch. What was held back before is all of one key.
    const bool sameKey = window.empty() ? cut == 0
                                        : compareKeys(order_, keysOf(*window.back()), window.back()->num_rows() - 1,
                                                      last.columns, last.row) == 0;
    if (sameKey) {
      window.push_back(std::move(batch));
      continue;
    }
    if (cut > 0) window.push_back(batch->Slice(0, cut));
    pending_ = batch->Slice(cut);
    nextKey_ = KeyPlace{last.columns, cut};
    break;
  }
  return window;
}

SortedRows::Batch SortedRows::takeBefore(const std::optional<KeyPlace>& end) {
  if (pending_ == nullptr) pending_ = rows_->next();
  if (pending_ == nullptr || !end) return std::exchange(pending_, nullptr);
  const int64_t cut = lowerBound(keysOf(*pending_), pending_->num_rows(), *end);
  if (cut == 0) return nullptr;
  Batch taken = pending_->Slice(0, cut);
  pending_ = cut == pending_->num_rows() ? nullptr : pending_->Slice(cut);
  return taken;
}

}  // namespace ferro
