#include "ferro/mllib/features/bucketizer.h"

#include <algorithm>
#include <cmath>

#include <arrow/array/array_primitive.h>
#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/input_columns.h"

namespace ferro::ml {
namespace {

struct FindBuckets {
  std::string column{};
  std::vector<double> splits{};
  bool keepInvalid = false;

  static TypePtr resultType() { return arrow::float64(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const auto& numbers = static_cast<const arrow::DoubleArray&>(*arguments.column(0));
    arrow::DoubleBuilder buckets(pool);
    check(buckets.Reserve(numbers.length()), "finding buckets");
    for (int64_t row = 0; row < numbers.length(); ++row) {
      if (numbers.IsNull(row) && keepInvalid) {
        buckets.UnsafeAppendNull();
        continue;
      }
      const bool isNull = numbers.IsNull(row);
      const double value = isNull ? std::nan("") : numbers.Value(row);
      buckets.UnsafeAppend(std::isnan(value) ? invalidBucket(isNull, row) : bucketOf(value, row));
    }
    return valueOf(buckets.Finish(), "finding buckets");
  }

  double invalidBucket(bool isNull, int64_t row) const {
    if (keepInvalid) return static_cast<double>(splits.size() - 1);
    throw Error(ErrorCode::kInvalidArgument, "Bucketizer: column `" + column + "` has " + (isNull ? "a null" : "NaN") +
                                                 " in row " + std::to_string(row) +
                                                 " of a batch; set handleInvalid to 'skip' or 'keep'");
  }

  double bucketOf(double value, int64_t row) const {
    if (value == splits.back()) return static_cast<double>(splits.size() - 2);
    // As in Spark, a zero with a minus is below one without.
    const auto isBelow = [](double a, double b) { return a < b || (a == b && std::signbit(a) && !std::signbit(b)); };
    const auto above = std::upper_bound(splits.begin(), splits.end(), value, isBelow);
    if (above == splits.begin() || above == splits.end()) {
      throw Error(ErrorCode::kInvalidArgument,
                  "Bucketizer: column `" + column + "` has " + numberText(value) + " in row " + std::to_string(row) +
                      " of a batch, outside of the splits from " + numberText(splits.front()) + " to " +
                      numberText(splits.back()) + "; widen them, with infinities if need be");
    }
    return static_cast<double>(above - splits.begin() - 1);
  }
};

// Called as Spark calls them: `0.0, 1.0`.
std::string bucketMetadata(const std::string& name, const std::vector<double>& splits) {
  FeatureAttribute attribute{AttributeKind::kNominal, name, {}, {}};
  for (size_t i = 0; i + 1 < splits.size(); ++i) {
    attribute.values.push_back(numberText(splits[i]) + ", " + numberText(splits[i + 1]));
  }
  return metadataOf(attribute);
}

}  // namespace

const ParamTable& BucketizerParams::table() {
  using P = BucketizerParams;
  static const ParamTable kTable =
      ParamTableOf<P>("Bucketizer")
          .add("inputCol", &P::inputCol, "input column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("inputCols", &P::inputCols, "input column names")
          .add("outputCols", &P::outputCols, "output column names")
          .add("splits", &P::splits, "the ends of the buckets", ascending(3))
          .add("splitsArray", &P::splitsArray, "the ends of the buckets, for each input column", ascending(3))
          .add("handleInvalid", &P::handleInvalid, "what to do with nulls and NaN", oneOf({"error", "skip", "keep"}))
          .build();
  return kTable;
}

std::vector<InOut> Bucketizer::columns() const {
  const BucketizerParams& s = settings();
  return inOutColumns(uid(), s.inputCol, s.outputCol, s.inputCols, s.outputCols);
}

std::vector<std::vector<double>> Bucketizer::splitsOfColumns() const {
  const auto all =
      settings().inputCol.empty() ? settings().splitsArray : std::vector<std::vector<double>>{settings().splits};
  const size_t needed = columns().size();
  if (all.size() != needed || all.front().empty()) {
    throw Error(ErrorCode::kInvalidArgument,
                uid() + " needs splits for " + std::to_string(needed) + " columns: set " +
                    (settings().inputCol.empty() ? "splitsArray, with a list for each input column" : "splits"));
  }
  return all;
}

SchemaPtr Bucketizer::transformSchema(const arrow::Schema& schema) const {
  static_cast<void>(splitsOfColumns());
  auto result = arrow::schema(schema.fields());
  for (const auto& [in, out] : columns()) {
    requireNumericField(schema, in, uid());
    result = withField(*result, out, arrow::float64(), true, uid());
  }
  return result;
}

DataFrame Bucketizer::transform(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const auto pairs = columns();
  const auto splits = splitsOfColumns();
  DataFrame rows = frame;
  std::vector<OutputColumn> outputs;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const Column number = columnOf(frame, pairs[i].in).cast(arrow::float64());
    if (settings().handleInvalid == "skip") rows = rows.where(number.isNotNull() && !number.isNaN());
    const FindBuckets function{pairs[i].in, splits[i], settings().handleInvalid == "keep"};
    outputs.push_back(
        {pairs[i].out, columnFunction("bucketizer", function, {number}), bucketMetadata(pairs[i].out, splits[i])});
  }
  return withOutputs(rows, outputs, uid());
}

}  // namespace ferro::ml
