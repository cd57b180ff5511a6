#include "ferro/mllib/features/feature_hasher.h"

#include <algorithm>

#include <arrow/array/array_binary.h>
#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/hashed_places.h"

namespace ferro::ml {
namespace {

// Numbers arrive as doubles, categories as texts.
struct HashColumns {
  std::vector<std::string> columns{};
  int32_t numFeatures = 0;

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    VectorColumnBuilder builder(pool);
    std::vector<int32_t> places;
    for (const std::string& column : columns) places.push_back(hashedPlace(column, numFeatures));
    for (int64_t row = 0; row < arguments.num_rows(); ++row) {
      std::map<int32_t, double> sums;
      for (size_t i = 0; i < columns.size(); ++i) {
        const arrow::Array& array = *arguments.column(static_cast<int>(i));
        if (array.IsNull(row)) continue;
        if (array.type_id() == arrow::Type::DOUBLE) {
          sums[places[i]] += static_cast<const arrow::DoubleArray&>(array).Value(row);
        } else {
          const auto text = static_cast<const arrow::StringArray&>(array).GetView(row);
          sums[hashedPlace(columns[i] + "=" + std::string(text), numFeatures)] += 1;
        }
      }
      appendPlaces(sums, numFeatures, builder);
    }
    return builder.finish();
  }
};

}  // namespace

const ParamTable& FeatureHasherParams::table() {
  using P = FeatureHasherParams;
  static const ParamTable kTable =
      ParamTableOf<P>("FeatureHasher")
          .add("inputCols", &P::inputCols, "input column names")
          .add("outputCol", &P::outputCol, "output column name")
          .add("numFeatures", &P::numFeatures, "the size of the vectors; a power of two spreads best", atLeast(1))
          .add("categoricalCols", &P::categoricalCols, "columns of numbers that are categories")
          .build();
  return kTable;
}

SchemaPtr FeatureHasher::transformSchema(const arrow::Schema& schema) const {
  if (settings().inputCols.empty()) {
    throw Error(ErrorCode::kInvalidArgument, uid() + " was not told its input columns: set inputCols");
  }
  for (const std::string& column : settings().inputCols) {
    const auto field = requireField(schema, column, uid());
    if (field->type()->id() != arrow::Type::STRING) requireNumericField(schema, column, uid());
  }
  for (const std::string& column : settings().categoricalCols) requireField(schema, column, uid());
  return withField(schema, outputOr(settings().outputCol, uid()), vectorType(), true, uid());
}

DataFrame FeatureHasher::transform(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  std::vector<Column> arguments;
  const auto& categories = settings().categoricalCols;
  for (const std::string& name : settings().inputCols) {
    const auto type = requireField(*schema, name, uid())->type()->id();
    const bool isCategory = type == arrow::Type::STRING || type == arrow::Type::BOOL ||
                            std::find(categories.begin(), categories.end(), name) != categories.end();
    arguments.push_back(columnOf(frame, name).cast(isCategory ? arrow::utf8() : arrow::float64()));
  }
  const HashColumns function{settings().inputCols, settings().numFeatures};
  return withOutputs(frame,
                     {{outputOr(settings().outputCol, uid()), columnFunction("featureHasher", function, arguments),
                       metadataOf(AttributeGroup::ofSize(settings().numFeatures))}},
                     uid());
}

}  // namespace ferro::ml
