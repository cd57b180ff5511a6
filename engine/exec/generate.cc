#include "ferro/engine/exec/generate.h"

#include <utility>

#include "ferro/common/error.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/gather.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

class GeneratedBatches final : public BatchIterator {
 public:
  GeneratedBatches(TaskContext& context, const GenerateSpec& spec, std::shared_ptr<arrow::Schema> schema,
                   BatchIteratorPtr rows)
      : context_(context), spec_(spec), schema_(std::move(schema)), rows_(std::move(rows)) {}

  // A batch is cut where it has become large: lists may be long.
  std::shared_ptr<arrow::RecordBatch> next() override {
    while (true) {
      context_.throwIfCancelled();
      if (batch_ == nullptr || row_ == batch_->num_rows()) {
        batch_ = rows_->next();
        row_ = 0;
        if (batch_ == nullptr) return nullptr;
      }
      if (auto generated = generate()) return generated;
    }
  }

 private:
  std::shared_ptr<arrow::RecordBatch> generate() {
    const arrow::ArrayData& lists = *batch_->column_data(spec_.column);
    const ColumnCursor cursor(lists);
    const auto* offsets = cursor.values<int32_t>();
    std::vector<uint32_t> rows;
    std::vector<uint32_t> elements;
    std::vector<int32_t> positions;
    for (; row_ < batch_->num_rows() && static_cast<int64_t>(rows.size()) < kBatchRows; ++row_) {
      const int32_t count = cursor.isValid(row_) ? offsets[row_ + 1] - offsets[row_] : 0;
      for (int32_t i = 0; i < count; ++i) {
        rows.push_back(static_cast<uint32_t>(row_));
        elements.push_back(static_cast<uint32_t>(offsets[row_] + i));
        positions.push_back(i);
      }
      if (count > 0 || !spec_.outer) continue;
      rows.push_back(static_cast<uint32_t>(row_));
      elements.push_back(kNoRow);
      positions.push_back(-1);
    }
    return rows.empty() ? nullptr : makeRows(lists, rows, elements, positions);
  }

  std::shared_ptr<arrow::RecordBatch> makeRows(const arrow::ArrayData& lists, const std::vector<uint32_t>& rows,
                                               const std::vector<uint32_t>& elements,
                                               const std::vector<int32_t>& positions) const {
    arrow::MemoryPool* pool = uncountedPool(context_);
    const auto count = static_cast<int64_t>(rows.size());
    std::vector<ArrayPointer> columns;
    for (int other : spec_.others) columns.push_back(takeColumn(batch_->column_data(other), rows, pool));
    if (spec_.positions) {
      ValidityWriter validity(count, pool);
      for (size_t i = 0; i < positions.size(); ++i) {
        if (positions[i] < 0) validity.setNull(static_cast<int64_t>(i));
      }
      columns.push_back(fixedColumn<int32_t>(arrow::int32(), positions, validity.finish(), pool));
    }
    const ArrayPointer& inner = lists.child_data[0];
    if (lists.type->id() == arrow::Type::MAP) {
      for (const auto& part : inner->child_data) {
        columns.push_back(takeColumn(part->Slice(inner->offset, inner->length), elements, pool));
      }
    } else {
      columns.push_back(takeColumn(inner, elements, pool));
    }
    return arrow::RecordBatch::Make(schema_, count, std::move(columns));
  }

  TaskContext& context_;
  const GenerateSpec& spec_;
  std::shared_ptr<arrow::Schema> schema_;
  BatchIteratorPtr rows_;
  std::shared_ptr<arrow::RecordBatch> batch_;
  int64_t row_ = 0;
};

class GenerateNode final : public BatchNodeWith<GenerateNode, GenerateSpec> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int, PartitionInputs& inputs) const override {
    return std::make_unique<GeneratedBatches>(context, argument<0>(), schema(), takeBatches(inputs, 0));
  }
};

}  // namespace

std::shared_ptr<arrow::Schema> generatedSchema(const GenerateSpec& spec, const arrow::Schema& rows) {
  arrow::FieldVector fields;
  for (int other : spec.others) fields.push_back(rows.field(other));
  if (spec.positions) fields.push_back(arrow::field("pos", arrow::int32(), spec.outer));
  const arrow::DataType& type = *rows.field(spec.column)->type();
  if (type.id() == arrow::Type::MAP) {
    const auto& map = static_cast<const arrow::MapType&>(type);
    fields.push_back(arrow::field("key", map.key_type(), spec.outer));
    fields.push_back(arrow::field("value", map.item_type()));
  } else if (type.id() == arrow::Type::LIST) {
    fields.push_back(arrow::field("col", static_cast<const arrow::ListType&>(type).value_type()));
  } else {
    throw Error(ErrorCode::kInvalidArgument,
                "explode takes a list or a map, and column '" + rows.field(spec.column)->name() + "' is neither");
  }
  return arrow::schema(std::move(fields));
}

BatchNodePtr generateBatches(const SessionPtr& session, const BatchNodePtr& rows, const GenerateSpec& spec,
                             std::shared_ptr<arrow::Schema> schema) {
  return detail::deriveBatchNode<GenerateNode>(session, "generate", rows, std::move(schema), spec);
}

}  // namespace ferro
