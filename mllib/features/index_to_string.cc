#include "ferro/mllib/features/index_to_string.h"

#include <arrow/array/array_primitive.h>
#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"

namespace ferro::ml {
namespace {

struct LabelsOfIndices {
  std::vector<std::string> labels{};
  std::string column{};

  static TypePtr resultType() { return arrow::utf8(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const auto& indices = static_cast<const arrow::DoubleArray&>(*arguments.column(0));
    arrow::StringBuilder texts(pool);
    for (int64_t row = 0; row < indices.length(); ++row) {
      if (indices.IsNull(row)) {
        check(texts.AppendNull(), "naming indices");
      } else {
        check(texts.Append(labelOf(indices.Value(row), row)), "naming indices");
      }
    }
    return valueOf(texts.Finish(), "naming indices");
  }

  const std::string& labelOf(double index, int64_t row) const {
    if (index >= 0 && index < static_cast<double>(labels.size())) return labels[static_cast<size_t>(index)];
    throw Error(ErrorCode::kInvalidArgument, "IndexToString: column `" + column + "` has index " + numberText(index) +
                                                 " in row " + std::to_string(row) + " of a batch, and there are " +
                                                 std::to_string(labels.size()) + " labels; give labels for all");
  }
};

}  // namespace

const ParamTable& IndexToStringParams::table() {
  using P = IndexToStringParams;
  static const ParamTable kTable =
      ParamTableOf<P>("IndexToString")
          .add("inputCol", &P::inputCol, "input column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("labels", &P::labels, "what the indices stand for; without it, what the column's metadata says")
          .build();
  return kTable;
}

SchemaPtr IndexToString::transformSchema(const arrow::Schema& schema) const {
  requireNumericField(schema, settings().inputCol, uid());
  return withField(schema, outputOr(settings().outputCol, uid()), arrow::utf8(), true, uid());
}

DataFrame IndexToString::transform(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  std::vector<std::string> labels = settings().labels;
  if (labels.empty()) {
    const auto attribute = featureAttributeOf(*requireField(*schema, settings().inputCol, uid()));
    if (attribute) labels = attribute->values;
  }
  if (labels.empty()) {
    throw Error(ErrorCode::kInvalidArgument, uid() + " does not know what the indices of column `" +
                                                 settings().inputCol + "` stand for: set labels");
  }
  const Column index = columnOf(frame, settings().inputCol).cast(arrow::float64());
  const LabelsOfIndices function{std::move(labels), settings().inputCol};
  return withOutputs(
      frame, {{outputOr(settings().outputCol, uid()), columnFunction("indexToString", function, {index})}}, uid());
}

}  // namespace ferro::ml
