#include "ferro/engine/exec/table_source.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <arrow/table.h>

#include "ferro/common/arrow_bytes.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

class TableSlice final : public BatchIterator {
 public:
  TableSlice(TaskContext& context, std::shared_ptr<const arrow::Table> table,
             const std::shared_ptr<arrow::Schema>& schema)
      : context_(context), table_(std::move(table)), reader_(*table_), schema_(schema) {
    reader_.set_chunksize(kBatchRows);
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    context_.throwIfCancelled();
    std::shared_ptr<arrow::RecordBatch> batch;
    do {
      check(reader_.ReadNext(&batch), "a table in memory");
    } while (batch != nullptr && batch->num_rows() == 0);
    if (batch == nullptr) return nullptr;
    return arrow::RecordBatch::Make(schema_, batch->num_rows(), batch->column_data());
  }

 private:
  TaskContext& context_;
  std::shared_ptr<const arrow::Table> table_;
  arrow::TableBatchReader reader_;
  std::shared_ptr<arrow::Schema> schema_;
};

// Row counts of tables beyond what 64 bits can multiply do not exist.
int64_t sliceStart(int64_t rows, int64_t slice, int64_t slices) { return rows * slice / slices; }

class TableSourceNode final : public BatchNodeWith<TableSourceNode, SharedTable> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs&) const override {
    const auto& table = argument<0>().table;
    const int64_t begin = sliceStart(table->num_rows(), partition, numPartitions());
    const int64_t end = sliceStart(table->num_rows(), partition + 1, numPartitions());
    return std::make_unique<TableSlice>(context, table->Slice(begin, end - begin), schema());
  }
};

// The numbers first ... end - 1 of a range, counted from 0.
class RangeRows final : public BatchIterator {
 public:
  RangeRows(TaskContext& context, std::shared_ptr<arrow::Schema> schema, int64_t start, int64_t step, int64_t first,
            int64_t end)
      : context_(context), schema_(std::move(schema)), start_(start), step_(step), position_(first), end_(end) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    context_.throwIfCancelled();
    const int64_t rows = std::min(kBatchRows, end_ - position_);
    if (rows <= 0) return nullptr;
    auto buffer = allocateBytes(rows * int64_t{sizeof(int64_t)}, uncountedPool(context_));
    auto* values = reinterpret_cast<uint64_t*>(buffer->mutable_data());
    // Unsigned, because a product may pass the range on the way to a number inside it.
    for (int64_t i = 0; i < rows; ++i) {
      values[i] = static_cast<uint64_t>(start_) + static_cast<uint64_t>(position_ + i) * static_cast<uint64_t>(step_);
    }
    position_ += rows;
    return arrow::RecordBatch::Make(schema_, rows, {makeArray(arrow::int64(), rows, {}, {std::move(buffer)})});
  }

 private:
  TaskContext& context_;
  std::shared_ptr<arrow::Schema> schema_;
  int64_t start_;
  int64_t step_;
  int64_t position_;
  int64_t end_;
};

// Arguments: start, step, and how many numbers there are.
class RangeBatchNode final : public BatchNodeWith<RangeBatchNode, int64_t, int64_t, int64_t> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs&) const override {
    const auto& [start, step, count] = arguments();
    const auto place = [&, numbers = count](int64_t slice) {
      return static_cast<int64_t>(static_cast<Int128>(numbers) * slice / numPartitions());
    };
    return std::make_unique<RangeRows>(context, schema(), start, step, place(partition), place(partition + 1));
  }
};

int64_t numbersInRange(int64_t start, int64_t end, int64_t step) {
  if (step == 0) throw Error(ErrorCode::kInvalidArgument, "range: the step must not be 0");
  const Int128 distance = step > 0 ? Int128{end} - start : Int128{start} - end;
  const Int128 stride = step > 0 ? Int128{step} : -Int128{step};
  return distance <= 0 ? 0 : static_cast<int64_t>((distance + stride - 1) / stride);
}

}  // namespace

void Codec<SharedTable>::encode(Encoder& encoder, const SharedTable& shared) {
  const auto schema = plainSchema(*shared.table->schema());
  encoder.write(schemaToBytes(*schema));
  arrow::TableBatchReader reader(*shared.table);
  std::vector<std::string> batches;
  while (auto batch = valueOf(reader.Next(), "a table that travels")) {
    batches.push_back(batchToBytes(*plainBatch(batch, schema, arrow::default_memory_pool())));
  }
  encoder.write(batches);
}

SharedTable Codec<SharedTable>::decode(Decoder& decoder) {
  auto schema = schemaFromBytes(decoder.read<std::string>());
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  for (const std::string& bytes : decoder.read<std::vector<std::string>>()) {
    batches.push_back(batchFromBytes(bytes, schema));
  }
  return {valueOf(arrow::Table::FromRecordBatches(schema, batches), "a table that travelled")};
}

BatchNodePtr tableSource(const SessionPtr& session, std::shared_ptr<const arrow::Table> table, int numPartitions) {
  auto schema = plainSchema(*table->schema());
  return detail::makeBatchNode<TableSourceNode>(session, "table", numPartitions, LineageParents{}, std::move(schema),
                                                SharedTable{std::move(table)});
}

BatchNodePtr rangeBatches(const SessionPtr& session, int64_t start, int64_t end, int64_t step, int numPartitions,
                          const std::string& column) {
  auto schema = arrow::schema({arrow::field(column, arrow::int64(), false)});
  return detail::makeBatchNode<RangeBatchNode>(session, "range", numPartitions, LineageParents{}, std::move(schema),
                                               start, step, numbersInRange(start, end, step));
}

}  // namespace ferro
