#include "ferro/engine/exec/hash_aggregate.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <arrow/record_batch.h>

#include "ferro/engine/exec/group_table.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/exec/spilled_parts.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// Gives the groups of a table in batches.
class GroupCursor {
 public:
  template <class Make>
  std::shared_ptr<arrow::RecordBatch> next(uint32_t groups, Make make) {
    if (position_ >= groups) return nullptr;
    const auto count = std::min(static_cast<uint32_t>(kBatchRows), groups - position_);
    position_ += count;
    return make(position_ - count, count);
  }
  void reset() { position_ = 0; }

 private:
  uint32_t position_ = 0;
};

// Covers what the table has grown by. False when that is refused.
bool claimTable(MemoryClaim& claim, const GroupTable& table) {
  const int64_t missing = table.bytes() - claim.held();
  return missing <= 0 || claim.tryGrow(missing);
}

class PartialGroups final : public BatchIterator {
 public:
  PartialGroups(TaskContext& context, const AggregatePlan& plan, const arrow::Schema& input, BatchIteratorPtr rows)
      : context_(context),
        layout_(plan, input),
        rows_(std::move(rows)),
        claim_(context, "partial aggregation"),
        table_(layout_) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (true) {
      if (flushing_) {
        if (auto batch = nextOfTable()) return batch;
        endFlush();
      }
      if (ended_) return nullptr;
      auto batch = rows_->next();
      context_.throwIfCancelled();
      if (batch == nullptr) {
        ended_ = true;
        flushing_ = true;
      } else if (passing_) {
        return rowsAsPartials(layout_, *batch, uncountedPool(context_));
      } else {
        add(*batch);
      }
    }
  }

 private:
  // Looked at once so many rows came in: from then on rows pass if there are more than so many groups for each.
  static constexpr int64_t kRowsToJudge = 100'000;
  static constexpr double kMostGroupsPerRow = 0.8;

  void add(const arrow::RecordBatch& batch) {
    table_.addRows(batch);
    rowsInTable_ += batch.num_rows();
    const bool fits = claimTable(claim_, table_);
    const auto groups = static_cast<double>(table_.size());
    passing_ = !layout_.plan.keys.empty() && rowsInTable_ >= kRowsToJudge &&
               groups > kMostGroupsPerRow * static_cast<double>(rowsInTable_);
    flushing_ = !fits || passing_;
  }

  std::shared_ptr<arrow::RecordBatch> nextOfTable() {
    return cursor_.next(table_.size(), [this](uint32_t first, uint32_t count) {
      return table_.partials(first, count, uncountedPool(context_));
    });
  }

  void endFlush() {
    flushing_ = false;
    cursor_.reset();
    table_.clear();
    rowsInTable_ = 0;
    claim_.release();
  }

  TaskContext& context_;
  AggregateLayout layout_;
  BatchIteratorPtr rows_;
  MemoryClaim claim_;
  GroupTable table_;
  GroupCursor cursor_;
  int64_t rowsInTable_ = 0;
  bool passing_ = false;
  bool flushing_ = false;
  bool ended_ = false;
};

// Groups that may not fit in memory: when it is refused, partial results go to disk in parts, and each part is grouped
// by itself in the end.
class ExternalGroups {
 public:
  ExternalGroups(TaskContext& context, const AggregateLayout& layout, std::shared_ptr<arrow::Schema> result, int level)
      : context_(context),
        layout_(layout),
        result_(std::move(result)),
        level_(level),
        claim_(context, "aggregation"),
        table_(layout) {}

  void addRows(const arrow::RecordBatch& batch) {
    table_.addRows(batch);
    spillIfRefused();
  }

  void addPartials(const arrow::RecordBatch& batch) {
    table_.addPartials(batch);
    spillIfRefused();
  }

  // After the last add. Null at the end.
  std::shared_ptr<arrow::RecordBatch> next() {
    if (!parts_) return nextOfTable();
    if (table_.size() > 0) spill();
    while (true) {
      if (rest_ != nullptr) {
        if (auto batch = rest_->next()) return batch;
        rest_.reset();
      }
      if (part_ == kSpillParts) return nullptr;
      rest_ = groupPart(part_++);
    }
  }

 private:
  void spillIfRefused() {
    if (claimTable(claim_, table_)) return;
    // What cannot be cut into parts, or was cut too often already, has to fit.
    if (layout_.plan.keys.empty() || level_ == kMostSpillLevels) return claim_.grow(table_.bytes() - claim_.held());
    spill();
  }

  std::shared_ptr<arrow::RecordBatch> nextOfTable() {
    if (layout_.plan.keys.empty() && table_.size() == 0) table_.addSoleGroup();
    return cursor_.next(table_.size(), [this](uint32_t first, uint32_t count) {
      return table_.results(first, count, result_, uncountedPool(context_));
    });
  }

  void spill() {
    if (!parts_) {
      std::vector<int> keys;
      for (size_t i = 0; i < layout_.plan.keys.size(); ++i) keys.push_back(static_cast<int>(i));
      parts_.emplace(context_, layout_.partials, std::move(keys), level_);
    }
    GroupCursor cursor;
    const auto make = [this](uint32_t first, uint32_t count) {
      return table_.partials(first, count, uncountedPool(context_));
    };
    while (auto batch = cursor.next(table_.size(), make)) parts_->add(batch);
    table_.clear();
    claim_.releaseSpilled();
  }

  std::unique_ptr<ExternalGroups> groupPart(uint32_t part) {
    auto source = parts_->read(part);
    if (source == nullptr) return nullptr;
    auto rest = std::make_unique<ExternalGroups>(context_, layout_, result_, level_ + 1);
    while (auto batch = source->next()) {
      context_.throwIfCancelled();
      rest->addPartials(*batch);
    }
    return rest;
  }

  TaskContext& context_;
  const AggregateLayout& layout_;
  std::shared_ptr<arrow::Schema> result_;
  int level_;
  MemoryClaim claim_;
  GroupTable table_;
  GroupCursor cursor_;
  std::optional<SpilledParts> parts_;
  uint32_t part_ = 0;
  std::unique_ptr<ExternalGroups> rest_;
};

class Groups final : public BatchIterator {
 public:
  Groups(TaskContext& context, const AggregatePlan& plan, const arrow::Schema& input,
         const std::shared_ptr<arrow::Schema>& result, BatchIteratorPtr rows, bool fromPartials)
      : context_(context),
        layout_(plan, input),
        rows_(std::move(rows)),
        fromPartials_(fromPartials),
        groups_(context, layout_, result, 0) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    if (rows_ != nullptr) readAll();
    return groups_.next();
  }

 private:
  void readAll() {
    while (auto batch = rows_->next()) {
      context_.throwIfCancelled();
      if (fromPartials_) {
        groups_.addPartials(*batch);
      } else {
        groups_.addRows(*batch);
      }
    }
    rows_.reset();
  }

  TaskContext& context_;
  AggregateLayout layout_;
  BatchIteratorPtr rows_;
  bool fromPartials_;
  ExternalGroups groups_;
};

// Arguments: the plan, and the schema of the rows that come in.
class PartialAggregateNode final
    : public BatchNodeWith<PartialAggregateNode, AggregatePlan, std::shared_ptr<arrow::Schema>> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int, PartitionInputs& inputs) const override {
    return std::make_unique<PartialGroups>(context, argument<0>(), *argument<1>(), takeBatches(inputs, 0));
  }
};

// Arguments: the plan, the schema of the rows before any grouping, and whether partial results come in.
class AggregateNode final : public BatchNodeWith<AggregateNode, AggregatePlan, std::shared_ptr<arrow::Schema>, bool> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int, PartitionInputs& inputs) const override {
    const auto& [plan, input, fromPartials] = arguments();
    return std::make_unique<Groups>(context, plan, *input, schema(), takeBatches(inputs, 0), fromPartials);
  }
};

}  // namespace

BatchNodePtr partialAggregate(const SessionPtr& session, const BatchNodePtr& rows, const AggregatePlan& plan) {
  return detail::deriveBatchNode<PartialAggregateNode>(session, "partialAggregate", rows,
                                                       partialSchema(plan, *rows->schema()), plan, rows->schema());
}

BatchNodePtr finalAggregate(const SessionPtr& session, const BatchNodePtr& partials, const AggregatePlan& plan,
                            std::shared_ptr<arrow::Schema> input, std::shared_ptr<arrow::Schema> result) {
  return detail::deriveBatchNode<AggregateNode>(session, "aggregate", partials, std::move(result), plan,
                                                std::move(input), true);
}

BatchNodePtr completeAggregate(const SessionPtr& session, const BatchNodePtr& rows, const AggregatePlan& plan,
                               std::shared_ptr<arrow::Schema> result) {
  return detail::deriveBatchNode<AggregateNode>(session, "aggregate", rows, std::move(result), plan, rows->schema(),
                                                false);
}

}  // namespace ferro
