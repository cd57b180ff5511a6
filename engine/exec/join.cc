#include "ferro/engine/exec/join.h"

#include <numeric>
#include <optional>
#include <utility>

#include <arrow/table.h>

#include "ferro/common/error.h"
#include "ferro/engine/exec/join_probe.h"
#include "ferro/engine/exec/join_table.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/exec/spilled_parts.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// What the tasks of a join have in common.
struct JoinLayout {
  JoinSpec spec;
  std::shared_ptr<arrow::Schema> left;
  std::shared_ptr<arrow::Schema> right;
  std::shared_ptr<arrow::Schema> joined;

  const std::shared_ptr<arrow::Schema>& build() const { return spec.buildLeft ? left : right; }
  const std::shared_ptr<arrow::Schema>& probe() const { return spec.buildLeft ? right : left; }
  const std::vector<int>& buildKeys() const { return spec.buildLeft ? spec.leftKeys : spec.rightKeys; }
  const std::vector<int>& probeKeys() const { return spec.buildLeft ? spec.rightKeys : spec.leftKeys; }
};

// Joins two runs of batches. When the table does not fit in memory, both go to disk in parts by their keys, and the
// parts are joined one after another.
class ExternalJoin {
 public:
  // A source may be null: no rows.
  ExternalJoin(TaskContext& context, const JoinLayout& layout, std::unique_ptr<BatchSource> build,
               std::unique_ptr<BatchSource> probe, int level, int partition)
      : context_(context),
        layout_(layout),
        build_(std::move(build)),
        probe_(std::move(probe)),
        level_(level),
        partition_(partition),
        claim_(context, "join"),
        table_(std::make_unique<JoinTable>(layout.build(), layout.buildKeys())) {}

  std::shared_ptr<arrow::RecordBatch> next() {
    if (build_ != nullptr || state_ == nullptr) prepare();
    return buildParts_ ? nextOfParts() : nextOfTable();
  }

 private:
  void prepare() {
    if (std::exchange(prepared_, true)) return;
    while (build_ != nullptr) {
      context_.throwIfCancelled();
      auto batch = build_->next();
      if (batch == nullptr) break;
      if (buildParts_) {
        buildParts_->add(batch);
        continue;
      }
      table_->add(batch);
      claimTable();
    }
    build_.reset();
    if (buildParts_) return spillProbe();
    table_->finish();
    state_ = std::make_unique<JoinProbe>(context_, layout_.spec, *table_, layout_.joined, partition_);
  }

  void claimTable() {
    const int64_t missing = table_->bytes() - claim_.held();
    if (missing <= 0 || claim_.tryGrow(missing)) return;
    // What cannot be cut into parts, or was cut too often already, has to fit.
    if (layout_.buildKeys().empty() || level_ == kMostSpillLevels) return claim_.grow(missing);
    spillTable();
  }

  void spillTable() {
    buildParts_.emplace(context_, layout_.build(), layout_.buildKeys(), level_);
    for (const auto& batch : table_->batches()) buildParts_->add(batch);
    table_.reset();
    claim_.releaseSpilled();
  }

  void spillProbe() {
    probeParts_.emplace(context_, layout_.probe(), layout_.probeKeys(), level_);
    while (probe_ != nullptr) {
      context_.throwIfCancelled();
      auto batch = probe_->next();
      if (batch == nullptr) break;
      probeParts_->add(batch);
    }
    probe_.reset();
  }

  std::shared_ptr<arrow::RecordBatch> nextOfParts() {
    while (true) {
      if (rest_ != nullptr) {
        if (auto batch = rest_->next()) return batch;
        rest_.reset();
      }
      if (part_ == kSpillParts) return nullptr;
      auto build = buildParts_->read(part_);
      auto probe = probeParts_->read(part_++);
      if (build == nullptr && probe == nullptr) continue;
      rest_ =
          std::make_unique<ExternalJoin>(context_, layout_, std::move(build), std::move(probe), level_ + 1, partition_);
    }
  }

  std::shared_ptr<arrow::RecordBatch> nextOfTable() {
    while (true) {
      if (auto batch = state_->next()) return batch;
      auto rows = probe_ == nullptr ? nullptr : probe_->next();
      if (rows == nullptr) {
        probe_.reset();
        return state_->nextUnprobed();
      }
      state_->start(std::move(rows));
    }
  }

  TaskContext& context_;
  const JoinLayout& layout_;
  std::unique_ptr<BatchSource> build_;
  std::unique_ptr<BatchSource> probe_;
  int level_;
  int partition_;
  MemoryClaim claim_;
  bool prepared_ = false;
  std::unique_ptr<JoinTable> table_;
  std::unique_ptr<JoinProbe> state_;
  std::optional<SpilledParts> buildParts_;
  std::optional<SpilledParts> probeParts_;
  uint32_t part_ = 0;
  std::unique_ptr<ExternalJoin> rest_;
};

class ShuffledJoin final : public BatchIterator {
 public:
  ShuffledJoin(TaskContext& context, JoinLayout layout, BatchIteratorPtr left, BatchIteratorPtr right, int partition)
      : layout_(std::move(layout)),
        join_(context, layout_, layout_.spec.buildLeft ? std::move(left) : std::move(right),
              layout_.spec.buildLeft ? std::move(right) : std::move(left), 0, partition) {}

  std::shared_ptr<arrow::RecordBatch> next() override { return join_.next(); }

 private:
  JoinLayout layout_;
  ExternalJoin join_;
};

// Arguments: the join, and the schemas of both sides.
class ShuffledJoinNode final
    : public BatchNodeWith<ShuffledJoinNode, JoinSpec, std::shared_ptr<arrow::Schema>, std::shared_ptr<arrow::Schema>> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override {
    const auto& [spec, left, right] = arguments();
    auto leftRows = takeBatches(inputs, 0);
    auto rightRows = takeBatches(inputs, 1);
    return std::make_unique<ShuffledJoin>(context, JoinLayout{spec, left, right, schema()}, std::move(leftRows),
                                          std::move(rightRows), partition);
  }
};

class BroadcastJoinRows final : public BatchIterator {
 public:
  BroadcastJoinRows(TaskContext& context, const JoinSpec& spec, const Broadcast<BroadcastSide>& side,
                    std::shared_ptr<arrow::Schema> joined, BatchIteratorPtr rows, int partition)
      : side_(side), rows_(std::move(rows)), probe_(context, spec, side_->joinTable(), std::move(joined), partition) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (true) {
      if (auto batch = probe_.next()) return batch;
      auto rows = rows_ == nullptr ? nullptr : rows_->next();
      if (rows == nullptr) {
        rows_.reset();
        return probe_.nextUnprobed();
      }
      probe_.start(std::move(rows));
    }
  }

 private:
  Broadcast<BroadcastSide> side_;
  BatchIteratorPtr rows_;
  JoinProbe probe_;
};

class BroadcastJoinNode final : public BatchNodeWith<BroadcastJoinNode, JoinSpec, Broadcast<BroadcastSide>> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override {
    return std::make_unique<BroadcastJoinRows>(context, argument<0>(), argument<1>(), schema(), takeBatches(inputs, 0),
                                               partition);
  }
};

void addFields(const arrow::Schema& schema, const std::vector<int>& columns, bool mayBeMissing,
               arrow::FieldVector& fields) {
  for (int column : columns) {
    const auto& field = schema.field(column);
    fields.push_back(mayBeMissing ? field->WithNullable(true) : field);
  }
}

std::vector<int> allColumns(const arrow::Schema& schema) {
  std::vector<int> columns(static_cast<size_t>(schema.num_fields()));
  std::iota(columns.begin(), columns.end(), 0);
  return columns;
}

}  // namespace

JoinSpec withColumns(JoinSpec spec, const arrow::Schema& left, const arrow::Schema& right) {
  if (spec.columns) return spec;
  const bool pairs = spec.type != JoinType::kSemi && spec.type != JoinType::kAnti;
  spec.columns = JoinColumns{allColumns(left), pairs ? allColumns(right) : std::vector<int>{}};
  return spec;
}

std::shared_ptr<arrow::Schema> joinSchema(const JoinSpec& spec, const arrow::Schema& left, const arrow::Schema& right) {
  arrow::FieldVector fields;
  const JoinType type = spec.type;
  const JoinColumns columns = *withColumns(spec, left, right).columns;
  addFields(left, columns.left, type == JoinType::kRight || type == JoinType::kFull, fields);
  addFields(right, columns.right, type == JoinType::kLeft || type == JoinType::kFull, fields);
  return arrow::schema(std::move(fields));
}

BatchNodePtr shuffledJoin(const SessionPtr& session, const BatchNodePtr& left, const BatchNodePtr& right,
                          const JoinSpec& spec) {
  if (left->numPartitions() != right->numPartitions()) throwInternal("a join of different numbers of partitions");
  return detail::makeBatchNode<ShuffledJoinNode>(
      session, "join", left->numPartitions(), LineageParents{{left, right}, {}},
      joinSchema(spec, *left->schema(), *right->schema()), withColumns(spec, *left->schema(), *right->schema()),
      left->schema(), right->schema());
}

bool needsWholeProbeSide(const JoinSpec& spec) {
  if (spec.type == JoinType::kSemi || spec.type == JoinType::kAnti) return spec.buildLeft;
  return spec.type == JoinType::kFull || spec.type == (spec.buildLeft ? JoinType::kLeft : JoinType::kRight);
}

BatchNodePtr broadcastJoin(const SessionPtr& session, const BatchNodePtr& rows, const Broadcast<BroadcastSide>& side,
                           const JoinSpec& spec) {
  if (needsWholeProbeSide(spec) && rows->numPartitions() != 1) {
    throwInternal("a broadcast join that keeps rows of the broadcast side needs one partition");
  }
  const arrow::Schema& table = *side.value().table()->schema();
  const arrow::Schema& left = spec.buildLeft ? table : *rows->schema();
  const arrow::Schema& right = spec.buildLeft ? *rows->schema() : table;
  return detail::deriveBatchNode<BroadcastJoinNode>(session, "broadcastJoin", rows, joinSchema(spec, left, right),
                                                    withColumns(spec, left, right), side);
}

}  // namespace ferro
