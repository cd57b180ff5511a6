#include "ferro/engine/exec/collect.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <utility>

#include <arrow/table.h>
#include <arrow/util/byte_size.h>

#include "ferro/common/arrow_bytes.h"
#include "ferro/common/arrow_check.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/gathered_rows.h"
#include "ferro/engine/rdd_base.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

using Batches = std::vector<std::shared_ptr<arrow::RecordBatch>>;

// Slices of one large batch share its buffers, and each counts what it shows.
int64_t referencedBytes(const arrow::RecordBatch& batch) {
  return valueOf(arrow::util::ReferencedBufferSize(batch), "cannot tell the size of a batch");
}

// Batches that a task gives: the very same where the driver shares its memory, else as bytes with their schema.
class BatchesValue final : public TaskValue {
 public:
  BatchesValue(Batches rows, std::shared_ptr<arrow::Schema> rowSchema)
      : batches(std::move(rows)), schema(std::move(rowSchema)) {}

  void encode(Encoder& encoder) const override {
    encoder.write(schemaToBytes(*schema));
    encoder.writeVarint(batches.size());
    for (const auto& batch : batches) encoder.write(batchToBytes(*batch));
  }

  static std::unique_ptr<TaskValue> decode(Decoder& decoder) {
    auto schema = schemaFromBytes(decoder.read<std::string>());
    Batches batches;
    for (uint64_t count = decoder.readVarint(); count > 0; --count) {
      batches.push_back(batchFromBytes(decoder.read<std::string>(), schema));
    }
    return std::make_unique<BatchesValue>(std::move(batches), std::move(schema));
  }

  Batches batches;
  std::shared_ptr<arrow::Schema> schema;
};

// The argument is how many rows of a partition are enough.
class CollectSink final : public SinkWith<CollectSink, int64_t> {
 public:
  using SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node& node, UntypedIterator& rows) const override {
    auto& source = static_cast<BatchIterator&>(rows);
    const auto schema = node.schema();
    Batches batches;
    detail::GatheredRows gathered;
    int64_t bytes = 0;
    for (int64_t left = argument<0>(); left > 0;) {
      context.throwIfCancelled();
      auto batch = source.next();
      if (batch == nullptr) break;
      if (batch->num_rows() > left) batch = batch->Slice(0, left);
      left -= batch->num_rows();
      batches.push_back(plainBatch(batch, schema, uncountedPool(context)));
      bytes += referencedBytes(*batches.back());
      gathered.cover(static_cast<size_t>(bytes));
    }
    return std::make_unique<BatchesValue>(std::move(batches), schema);
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override { return BatchesValue::decode(decoder); }
};

// The argument is how many of a partition's last rows are enough.
class TailSink final : public SinkWith<TailSink, int64_t> {
 public:
  using SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node& node, UntypedIterator& rows) const override {
    auto& source = static_cast<BatchIterator&>(rows);
    const auto schema = node.schema();
    const int64_t wanted = argument<0>();
    std::deque<std::shared_ptr<arrow::RecordBatch>> last;
    int64_t held = 0;
    while (auto batch = source.next()) {
      context.throwIfCancelled();
      held += batch->num_rows();
      last.push_back(plainBatch(batch, schema, uncountedPool(context)));
      for (; !last.empty() && held - last.front()->num_rows() >= wanted; last.pop_front()) {
        held -= last.front()->num_rows();
      }
    }
    if (held > wanted) last.front() = last.front()->Slice(held - wanted);
    return std::make_unique<BatchesValue>(Batches(last.begin(), last.end()), schema);
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override { return BatchesValue::decode(decoder); }
};

class CountRowsSink final : public SinkWith<CountRowsSink> {
 public:
  using SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node&, UntypedIterator& rows) const override {
    auto& source = static_cast<BatchIterator&>(rows);
    int64_t count = 0;
    while (auto batch = source.next()) {
      context.throwIfCancelled();
      count += batch->num_rows();
    }
    return std::make_unique<TypedTaskValue<int64_t>>(count);
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<int64_t>>(decoder.read<int64_t>());
  }
};

// By a sink that gives at most so many rows of a partition.
template <class RowsSink = CollectSink>
std::vector<Batches> collectFrom(const SessionPtr& session, const BatchNodePtr& node, std::vector<int> partitions,
                                 int64_t limit, const std::string& action, detail::ResultBudget& budget) {
  std::vector<Batches> parts(partitions.size());
  auto sink = std::make_shared<const RowsSink>(std::tuple(limit));
  detail::runJob(*session, node, std::move(sink), std::move(partitions), action, [&](int position, TaskValue& value) {
    auto& batches = static_cast<BatchesValue&>(value).batches;
    for (const auto& batch : batches) budget.add(static_cast<size_t>(referencedBytes(*batch)));
    parts[static_cast<size_t>(position)] = std::move(batches);
  });
  return parts;
}

std::shared_ptr<arrow::Table> tableOf(const BatchNodePtr& node, const Batches& batches) {
  return valueOf(arrow::Table::FromRecordBatches(node->schema(), batches), "the rows of a result");
}

}  // namespace

std::shared_ptr<arrow::Table> collectTable(const SessionPtr& session, const BatchNodePtr& node,
                                           const std::string& action) {
  detail::ResultBudget budget(*session);
  Batches all;
  for (auto& part : collectFrom(session, node, detail::firstPartitions(node->numPartitions()),
                                std::numeric_limits<int64_t>::max(), action, budget)) {
    for (auto& batch : part) all.push_back(std::move(batch));
  }
  return tableOf(node, all);
}

std::shared_ptr<arrow::Table> takeTable(const SessionPtr& session, const BatchNodePtr& node, int64_t n,
                                        const std::string& action) {
  detail::ResultBudget budget(*session);
  Batches taken;
  int64_t left = n;
  int64_t tried = 0;
  for (int64_t next = 1; tried < node->numPartitions() && left > 0; next *= 4) {
    std::vector<int> partitions;
    for (const int64_t end = std::min<int64_t>(tried + next, node->numPartitions()); tried < end; ++tried) {
      partitions.push_back(static_cast<int>(tried));
    }
    for (auto& part : collectFrom(session, node, std::move(partitions), left, action, budget)) {
      for (auto& batch : part) {
        if (left <= 0) break;
        if (batch->num_rows() > left) batch = batch->Slice(0, left);
        left -= batch->num_rows();
        taken.push_back(std::move(batch));
      }
    }
  }
  return tableOf(node, taken);
}

std::shared_ptr<arrow::Table> tailTable(const SessionPtr& session, const BatchNodePtr& node, int64_t n,
                                        const std::string& action) {
  detail::ResultBudget budget(*session);
  Batches taken;  // the last first
  int64_t left = n;
  int64_t end = node->numPartitions();
  for (int64_t next = 1; end > 0 && left > 0; next *= 4) {
    std::vector<int> partitions;
    const int64_t begin = std::max<int64_t>(0, end - next);
    for (int64_t partition = begin; partition < end; ++partition) partitions.push_back(static_cast<int>(partition));
    end = begin;
    auto parts = collectFrom<TailSink>(session, node, std::move(partitions), left, action, budget);
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      for (auto batch = part->rbegin(); batch != part->rend() && left > 0; ++batch) {
        const int64_t rows = (*batch)->num_rows();
        taken.push_back(rows > left ? (*batch)->Slice(rows - left) : *batch);
        left -= std::min(rows, left);
      }
    }
  }
  std::reverse(taken.begin(), taken.end());
  return tableOf(node, taken);
}

int64_t countRows(const SessionPtr& session, const BatchNodePtr& node, const std::string& action) {
  int64_t total = 0;
  detail::runJob(*session, node, std::make_shared<const CountRowsSink>(std::tuple<>()),
                 detail::firstPartitions(node->numPartitions()), action,
                 [&](int, TaskValue& value) { total += detail::takeValue<int64_t>(value); });
  return total;
}

}  // namespace ferro
