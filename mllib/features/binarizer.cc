#include "ferro/mllib/features/binarizer.h"

#include <arrow/array/array_primitive.h>
#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/vector_rows.h"

namespace ferro::ml {
namespace {

struct BinarizeNumbers {
  double threshold = 0;

  static TypePtr resultType() { return arrow::float64(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const auto& numbers = static_cast<const arrow::DoubleArray&>(*arguments.column(0));
    arrow::DoubleBuilder above(pool);
    check(above.Reserve(numbers.length()), "comparing with a threshold");
    for (int64_t row = 0; row < numbers.length(); ++row) {
      above.UnsafeAppend(numbers.IsValid(row) && numbers.Value(row) > threshold ? 1 : 0);
    }
    return valueOf(above.Finish(), "comparing with a threshold");
  }
};

struct BinarizeVectors {
  std::string column{};
  double threshold = 0;

  static TypePtr resultType() { return vectorType(); }

  // With a threshold below zero, what a sparse vector leaves out is above it too; and then Spark looks for what is not
  // above, which NaN is not.
  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    std::vector<int32_t> indices;
    std::vector<double> ones;
    return mapVectors(arguments, pool, {column, -1}, [&](const VectorView& row, VectorColumnBuilder& builder) {
      indices.clear();
      if (threshold < 0 && !row.isDense) {
        const Vector all = Vector::of(row).toDense();
        collect(all.view(), indices);
      } else {
        collect(row, indices);
      }
      ones.assign(indices.size(), 1);
      builder.appendCompressed(row.size, indices, ones);
    });
  }

  void collect(const VectorView& row, std::vector<int32_t>& indices) const {
    row.forEachActive([&](int32_t index, double value) {
      if (threshold < 0 ? !(value <= threshold) : value > threshold) indices.push_back(index);
    });
  }
};

}  // namespace

const ParamTable& BinarizerParams::table() {
  using P = BinarizerParams;
  static const ParamTable kTable = ParamTableOf<P>("Binarizer")
                                       .add("inputCol", &P::inputCol, "input column name")
                                       .add("outputCol", &P::outputCol, "output column name")
                                       .add("inputCols", &P::inputCols, "input column names")
                                       .add("outputCols", &P::outputCols, "output column names")
                                       .add("threshold", &P::threshold, "what is above it becomes 1")
                                       .add("thresholds", &P::thresholds, "the same, for each input column")
                                       .build();
  return kTable;
}

std::vector<InOut> Binarizer::columns() const {
  const BinarizerParams& s = settings();
  auto pairs = inOutColumns(uid(), s.inputCol, s.outputCol, s.inputCols, s.outputCols);
  if (s.thresholds.empty() || s.thresholds.size() == pairs.size()) return pairs;
  throw Error(ErrorCode::kInvalidArgument, uid() + " was given " + std::to_string(s.thresholds.size()) +
                                               " thresholds for " + std::to_string(pairs.size()) +
                                               " columns: give one for each");
}

SchemaPtr Binarizer::transformSchema(const arrow::Schema& schema) const {
  auto result = arrow::schema(schema.fields());
  for (const auto& [in, out] : columns()) {
    const bool holdsVectors = isVector(*requireField(schema, in, uid())->type());
    if (!holdsVectors) requireNumericField(schema, in, uid());
    result = withField(*result, out, holdsVectors ? vectorType() : arrow::float64(), true, uid());
  }
  return result;
}

DataFrame Binarizer::transform(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  const auto pairs = columns();
  std::vector<OutputColumn> outputs;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto& [in, out] = pairs[i];
    const double threshold = settings().thresholds.empty() ? settings().threshold : settings().thresholds[i];
    const Column column = columnOf(frame, in);
    const auto field = requireField(*schema, in, uid());
    if (!isVector(*field->type())) {
      outputs.push_back({out, columnFunction("binarizer", BinarizeNumbers{threshold}, {column.cast(arrow::float64())}),
                         metadataOf(FeatureAttribute{AttributeKind::kBinary, out, {}, {}})});
      continue;
    }
    const AttributeGroup group = attributeGroupOf(*field);
    outputs.push_back({out, columnFunction("binarizer", BinarizeVectors{in, threshold}, {column}),
                       group.size ? metadataOf(AttributeGroup::ofSize(*group.size)) : ""});
  }
  return withOutputs(frame, outputs, uid());
}

}  // namespace ferro::ml
