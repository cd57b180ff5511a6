#include "ferro/mllib/features/one_hot_encoder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/fold_batches.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/linalg/vector_column.h"
#include "ferro/mllib/persist/row_table.h"

namespace ferro::ml {
namespace {

// The largest index of each column.
struct LargestIndices {
  std::vector<std::string> columns{};
  std::vector<double> largest{};

  void add(const arrow::RecordBatch& batch) {
    for (int i = 0; i < batch.num_columns(); ++i) {
      const auto& indices = static_cast<const arrow::DoubleArray&>(*batch.column(i));
      double& most = largest[static_cast<size_t>(i)];
      for (int64_t row = 0; row < indices.length(); ++row) {
        if (indices.IsNull(row)) continue;
        const double index = indices.Value(row);
        if (!(index >= 0 && index < std::numeric_limits<int32_t>::max() && index == std::floor(index))) {
          throwNoIndex(columns[static_cast<size_t>(i)], index, row);
        }
        most = std::max(most, index);
      }
    }
  }

  void merge(LargestIndices&& other) {
    for (size_t i = 0; i < largest.size(); ++i) largest[i] = std::max(largest[i], other.largest[i]);
  }

 private:
  [[noreturn]] static void throwNoIndex(const std::string& column, double index, int64_t row) {
    throw Error(ErrorCode::kInvalidArgument, "OneHotEncoder: column `" + column + "` has " + numberText(index) +
                                                 " in row " + std::to_string(row) +
                                                 " of a batch: it takes indices 0, 1, 2, ... as StringIndexer makes");
  }
};

int32_t vectorSize(int32_t categories, const OneHotEncoderParams& settings) {
  return categories + (settings.handleInvalid == "keep" ? 1 : 0) - (settings.dropLast ? 1 : 0);
}

struct EncodeIndices {
  std::string column{};
  int32_t categories = 0;
  int32_t size = 0;
  bool keepInvalid = false;

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const auto& indices = static_cast<const arrow::DoubleArray&>(*arguments.column(0));
    VectorColumnBuilder vectors(pool);
    constexpr double kOne = 1;
    for (int64_t row = 0; row < indices.length(); ++row) {
      if (indices.IsNull(row)) {
        vectors.appendNull();
        continue;
      }
      const int32_t place = placeOf(indices.Value(row), row);
      const size_t ones = place < size ? 1 : 0;
      vectors.appendSparse(size, {&place, ones}, {&kOne, ones});
    }
    return vectors.finish();
  }

  int32_t placeOf(double index, int64_t row) const {
    if (index >= 0 && index < categories) return static_cast<int32_t>(index);
    if (keepInvalid) return categories;
    throw Error(ErrorCode::kInvalidArgument, "OneHotEncoder: column `" + column + "` has " + numberText(index) +
                                                 " in row " + std::to_string(row) + " of a batch, and there are " +
                                                 std::to_string(categories) +
                                                 " categories; set handleInvalid to 'keep'");
  }
};

// A feature for each place of the vector, called as the category it stands for.
AttributeGroup groupFor(const arrow::Field& input, int32_t categories, const OneHotEncoderParams& settings) {
  const auto attribute = featureAttributeOf(input);
  const bool known = attribute && attribute->values.size() == static_cast<size_t>(categories);
  const bool keep = settings.handleInvalid == "keep";
  std::vector<FeatureAttribute> features;
  for (int32_t i = 0; i < vectorSize(categories, settings); ++i) {
    const std::string name = keep && i == categories ? "invalidValues"
                             : known                 ? attribute->values[static_cast<size_t>(i)]
                                                     : std::to_string(i);
    features.push_back({AttributeKind::kBinary, name, {}, {}});
  }
  if (features.empty()) return AttributeGroup::ofSize(0);
  return AttributeGroup::of(std::move(features));
}

SchemaPtr encodedSchema(const arrow::Schema& schema, const std::vector<InOut>& columns, const std::string& stage) {
  auto result = arrow::schema(schema.fields());
  for (const auto& [in, out] : columns) {
    requireNumericField(schema, in, stage);
    result = withField(*result, out, vectorType(), true, stage);
  }
  return result;
}

}  // namespace

const ParamTable& OneHotEncoderParams::table() {
  using P = OneHotEncoderParams;
  static const ParamTable kTable = ParamTableOf<P>("OneHotEncoder")
                                       .add("inputCol", &P::inputCol, "input column name")
                                       .add("outputCol", &P::outputCol, "output column name")
                                       .add("inputCols", &P::inputCols, "input column names")
                                       .add("outputCols", &P::outputCols, "output column names")
                                       .add("handleInvalid", &P::handleInvalid,
                                            "what to do with indices that fit() did not see", oneOf({"error", "keep"}))
                                       .add("dropLast", &P::dropLast, "whether the last category's vector is all zeros")
                                       .build();
  return kTable;
}

std::vector<InOut> OneHotEncoder::columns() const {
  const OneHotEncoderParams& s = settings();
  return inOutColumns(uid(), s.inputCol, s.outputCol, s.inputCols, s.outputCols);
}

SchemaPtr OneHotEncoder::transformSchema(const arrow::Schema& schema) const {
  return encodedSchema(schema, columns(), uid());
}

OneHotEncoderModel OneHotEncoder::fit(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  std::vector<int32_t> sizes;
  std::vector<size_t> unknown;
  LargestIndices start;
  std::vector<Column> looked;
  for (const auto& [in, out] : columns()) {
    const auto attribute = featureAttributeOf(*requireField(*schema, in, uid()));
    const auto known = attribute ? attribute->cardinality() : std::nullopt;
    sizes.push_back(known.value_or(0));
    if (known) continue;
    unknown.push_back(sizes.size() - 1);
    start.columns.push_back(in);
    start.largest.push_back(-1);
    looked.push_back(columnOf(frame, in).cast("double").as(std::to_string(unknown.size())));
  }
  if (!unknown.empty()) {
    const LargestIndices found = foldBatches(frame.select(looked), std::move(start));
    for (size_t i = 0; i < unknown.size(); ++i) sizes[unknown[i]] = static_cast<int32_t>(found.largest[i]) + 1;
  }
  return {settings(), uid(), std::move(sizes)};
}

OneHotEncoderModel::OneHotEncoderModel(OneHotEncoderParams settings, std::string uid,
                                       std::vector<int32_t> categorySizes)
    : ModelOf(std::move(settings), std::move(uid)), categorySizes_(std::move(categorySizes)) {}

std::vector<InOut> OneHotEncoderModel::columns() const {
  const OneHotEncoderParams& s = settings();
  auto pairs = inOutColumns(uid(), s.inputCol, s.outputCol, s.inputCols, s.outputCols);
  if (pairs.size() == categorySizes_.size()) return pairs;
  throw Error(ErrorCode::kInvalidArgument, uid() + " was fitted on " + std::to_string(categorySizes_.size()) +
                                               " columns and has " + std::to_string(pairs.size()) + " input columns");
}

SchemaPtr OneHotEncoderModel::transformSchema(const arrow::Schema& schema) const {
  return encodedSchema(schema, columns(), uid());
}

DataFrame OneHotEncoderModel::transform(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  const auto pairs = columns();
  std::vector<OutputColumn> outputs;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto& [in, out] = pairs[i];
    const int32_t categories = categorySizes_[i];
    const EncodeIndices function{in, categories, vectorSize(categories, settings()),
                                 settings().handleInvalid == "keep"};
    const Column index = columnOf(frame, in).cast(arrow::float64());
    outputs.push_back({out, columnFunction("oneHotEncoder", function, {index}),
                       metadataOf(groupFor(*requireField(*schema, in, uid()), categories, settings()))});
  }
  return withOutputs(frame, outputs, uid());
}

void OneHotEncoderModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("categorySizes", categorySizes_).table());
}

OneHotEncoderModel OneHotEncoderModel::read(const SavedStage& saved) {
  OneHotEncoderParams settings;
  saved.readParams(OneHotEncoderParams::table(), &settings);
  return {std::move(settings), saved.uid(), saved.table().integers("categorySizes")};
}

}  // namespace ferro::ml
