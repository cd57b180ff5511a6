// Sorts rows that may not fit in memory: batches are kept while they fit and sorted by reference; when memory is
// refused they go to disk as a sorted run, and runs are merged as they are read. Rows that compare equal keep their
// order. Belongs to one task.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ferro/blockmanager/spill_file.h"
#include "ferro/common/columns.h"
#include "ferro/engine/task_resources.h"
#include "ferro/engine/typed_node.h"
#include "ferro/engine/view_of.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

// Less orders rows of type ViewOf<Row>.
template <class Row, class Less>
class ExternalSorter {
 public:
  using View = ViewOf<Row>;

  ExternalSorter(TaskContext& context, std::string name, Less less)
      : context_(context), claim_(context, std::move(name)), less_(std::move(less)) {}

  void add(std::shared_ptr<arrow::RecordBatch> batch) {
    context_.throwIfCancelled();
    const int64_t batchSize = batchBytes(*batch);
    RowReader<View> reader(std::move(batch));
    // The batch, its rows, and the room that a stable sort works in.
    auto needed = static_cast<int64_t>(static_cast<size_t>(reader.rows()) * sizeof(View)) * 2 + batchSize;
    bool fits = claim_.tryGrow(needed);
    if (!fits && !batches_.empty()) {
      spill();
      fits = claim_.tryGrow(needed);
    }
    // Other tasks may hold what this one needs: then the batch, which is in memory anyway, becomes a run of its own. A
    // single row has to fit.
    const bool alone = !fits && reader.rows() > 1;
    if (!fits && !alone) claim_.grow(needed);
    rowCount_ += static_cast<size_t>(reader.rows());
    batches_.push_back(std::move(reader));
    if (alone) spill();
  }

  // All rows in order. The sorter must outlive the iterator.
  IteratorPtr<Row> finish() {
    if (!runs_.empty() && !batches_.empty()) spill();
    if (runs_.empty()) {
      sortRows();
      return makeAs<Iterator<Row>, MemoryRows>(rows_);
    }
    return makeAs<Iterator<Row>, MergedRows>(context_, runs_, less_);
  }

 private:
  static constexpr int64_t kRunBatchBytes = 256 << 10;

  void sortRows() {
    rows_.resize(rowCount_);
    View* row = rows_.data();
    for (const RowReader<View>& batch : batches_) {
      for (int64_t i = 0; i < batch.rows(); ++i) batch.read(i, *row++);
    }
    // Rows that are no views leave nothing to keep the batches for.
    if constexpr (std::is_same_v<View, Row>) batches_.clear();
    std::stable_sort(rows_.begin(), rows_.end(), less_);
  }

  void spill() {
    sortRows();
    SpillFile run = makeSpillFile(context_, schemaOf<Row>());
    RowWriter<View> writer(claim_.pool());
    for (const View& row : rows_) {
      writer.append(row);
      if (writer.bytes() >= kRunBatchBytes) run.write(*writer.finish());
    }
    if (writer.rows() > 0) run.write(*writer.finish());
    run.finishWriting();
    runs_.push_back(std::move(run));
    rows_ = {};
    rowCount_ = 0;
    batches_.clear();
    claim_.releaseSpilled();
  }

  static void assign(Row& slot, const View& view) {
    if constexpr (std::is_same_v<Row, View>) {
      slot = view;
    } else {
      slot = toStored(view);
    }
  }

  class MemoryRows final : public Iterator<Row> {
   public:
    explicit MemoryRows(const std::vector<View>& rows) : rows_(rows) {}
    const Row* next() override {
      if (position_ == rows_.size()) return nullptr;
      if constexpr (std::is_same_v<Row, View>) {
        return &rows_[position_++];
      } else {
        assign(slot_, rows_[position_++]);
        return &slot_;
      }
    }

   private:
    const std::vector<View>& rows_;
    size_t position_ = 0;
    Row slot_{};
  };

  class MergedRows final : public Iterator<Row> {
   public:
    MergedRows(TaskContext& context, const std::vector<SpillFile>& runs, const Less& less) : later_{less} {
      for (size_t i = 0; i < runs.size(); ++i) {
        heads_.push_back(makeAs<Iterator<View>, BatchRows<View>>(&context, readSpill(context, runs[i])));
        pull(i);
      }
    }

    const Row* next() override {
      if (last_) pull(*last_);
      if (heap_.empty()) return nullptr;
      std::pop_heap(heap_.begin(), heap_.end(), later_);
      const Head head = heap_.back();
      heap_.pop_back();
      assign(slot_, *head.row);
      last_ = head.run;
      return &slot_;
    }

   private:
    struct Head {
      const View* row;
      size_t run;
    };
    struct Later {
      Less less;
      bool operator()(const Head& a, const Head& b) const {
        if (less(*b.row, *a.row)) return true;
        return !less(*a.row, *b.row) && a.run > b.run;
      }
    };

    void pull(size_t run) {
      if (const View* row = heads_[run]->next()) {
        heap_.push_back({row, run});
        std::push_heap(heap_.begin(), heap_.end(), later_);
      }
    }

    std::vector<IteratorPtr<View>> heads_;
    Later later_;
    std::vector<Head> heap_;  // the least row on top
    std::optional<size_t> last_;
    Row slot_{};
  };

  TaskContext& context_;
  MemoryClaim claim_;
  Less less_;
  std::vector<RowReader<View>> batches_;  // what the rows' views point into
  size_t rowCount_ = 0;
  std::vector<View> rows_;  // sorted; empty before
  std::vector<SpillFile> runs_;
};

}  // namespace ferro
