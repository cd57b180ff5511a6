#include "ferro/mllib/features/imputer.h"

#include <cmath>
#include <optional>
#include <unordered_map>

#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/exec/quantile_summary.h"
#include "ferro/engine/frame/functions.h"
#include "ferro/mllib/columns/fold_batches.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/persist/row_table.h"

namespace ferro::ml {
namespace {

// Calls take(value) for each value that is not missing.
template <class Take>
void forEachPresent(const arrow::Array& column, double missing, const Take& take) {
  const auto& numbers = static_cast<const arrow::DoubleArray&>(column);
  for (int64_t row = 0; row < numbers.length(); ++row) {
    if (numbers.IsNull(row)) continue;
    const double value = numbers.Value(row);
    if (!std::isnan(value) && value != missing) take(value);
  }
}

struct MeansOfPresent {
  double missing = 0;
  std::vector<double> sums{};
  std::vector<int64_t> counts{};

  void add(const arrow::RecordBatch& batch) {
    for (size_t i = 0; i < sums.size(); ++i) {
      forEachPresent(*batch.column(static_cast<int>(i)), missing, [&](double value) {
        sums[i] += value;
        ++counts[i];
      });
    }
  }
  void merge(MeansOfPresent&& other) {
    for (size_t i = 0; i < sums.size(); ++i) {
      sums[i] += other.sums[i];
      counts[i] += other.counts[i];
    }
  }
  std::optional<double> result(size_t column) const {
    if (counts[column] == 0) return {};
    return sums[column] / static_cast<double>(counts[column]);
  }
};

struct ModesOfPresent {
  double missing = 0;
  std::vector<std::unordered_map<double, int64_t>> counts{};

  void add(const arrow::RecordBatch& batch) {
    for (size_t i = 0; i < counts.size(); ++i) {
      forEachPresent(*batch.column(static_cast<int>(i)), missing, [&](double value) { ++counts[i][value]; });
    }
  }
  void merge(ModesOfPresent&& other) {
    for (size_t i = 0; i < counts.size(); ++i) {
      for (const auto& [value, count] : other.counts[i]) counts[i][value] += count;
    }
  }
  // Of several that are as frequent, the smallest.
  std::optional<double> result(size_t column) const {
    std::optional<double> best;
    int64_t most = 0;
    for (const auto& [value, count] : counts[column]) {
      if (count < most || (count == most && value > *best)) continue;
      best = value;
      most = count;
    }
    return best;
  }
};

struct MediansOfPresent {
  double missing = 0;
  double relativeError = 0.001;
  std::vector<std::string> summaries{};  // as bytes, because those travel

  void add(const arrow::RecordBatch& batch) {
    for (size_t i = 0; i < summaries.size(); ++i) {
      QuantileSummary summary = QuantileSummary::fromBytes(relativeError, summaries[i]);
      forEachPresent(*batch.column(static_cast<int>(i)), missing, [&](double value) { summary.add(value); });
      summaries[i] = summary.toBytes();
    }
  }
  void merge(MediansOfPresent&& other) {
    for (size_t i = 0; i < summaries.size(); ++i) {
      QuantileSummary summary = QuantileSummary::fromBytes(relativeError, summaries[i]);
      summary.merge(QuantileSummary::fromBytes(relativeError, other.summaries[i]));
      summaries[i] = summary.toBytes();
    }
  }
  std::optional<double> result(size_t column) const {
    QuantileSummary summary = QuantileSummary::fromBytes(relativeError, summaries[column]);
    if (summary.count() == 0) return {};
    return summary.query(0.5);
  }
};

template <class Fold>
std::vector<double> surrogatesOf(const DataFrame& frame, Fold start, const std::vector<InOut>& columns,
                                 const std::string& stage) {
  const Fold found = foldBatches(frame, std::move(start));
  std::vector<double> surrogates;
  for (size_t i = 0; i < columns.size(); ++i) {
    const auto surrogate = found.result(i);
    if (!surrogate) {
      throw Error(ErrorCode::kInvalidArgument,
                  stage + " has nothing to learn from: every value of column `" + columns[i].in + "` is missing");
    }
    surrogates.push_back(*surrogate);
  }
  return surrogates;
}

SchemaPtr imputedSchema(const arrow::Schema& schema, const std::vector<InOut>& columns, const std::string& stage) {
  auto result = arrow::schema(schema.fields());
  for (const auto& [in, out] : columns) {
    const auto field = requireNumericField(schema, in, stage);
    result = withField(*result, out, field->type(), true, stage);
  }
  return result;
}

}  // namespace

const ParamTable& ImputerParams::table() {
  using P = ImputerParams;
  static const ParamTable kTable =
      ParamTableOf<P>("Imputer")
          .add("inputCol", &P::inputCol, "input column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("inputCols", &P::inputCols, "input column names")
          .add("outputCols", &P::outputCols, "output column names")
          .add("strategy", &P::strategy, "what goes in where something is missing", oneOf({"mean", "median", "mode"}))
          .add("missingValue", &P::missingValue, "the value that means missing, beside null and NaN")
          .add("relativeError", &P::relativeError, "how far off the median's rank may be", between(0, 1))
          .build();
  return kTable;
}

std::vector<InOut> Imputer::columns() const {
  const ImputerParams& s = settings();
  return inOutColumns(uid(), s.inputCol, s.outputCol, s.inputCols, s.outputCols);
}

SchemaPtr Imputer::transformSchema(const arrow::Schema& schema) const {
  return imputedSchema(schema, columns(), uid());
}

ImputerModel Imputer::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const auto pairs = columns();
  std::vector<Column> numbers;
  for (size_t i = 0; i < pairs.size(); ++i) {
    numbers.push_back(columnOf(frame, pairs[i].in).cast("double").as(std::to_string(i)));
  }
  const DataFrame looked = frame.select(numbers);
  const size_t n = pairs.size();
  const double missing = settings().missingValue;
  std::vector<double> surrogates;
  if (settings().strategy == "mean") {
    MeansOfPresent start{missing, std::vector<double>(n), std::vector<int64_t>(n)};
    surrogates = surrogatesOf(looked, std::move(start), pairs, uid());
  } else if (settings().strategy == "mode") {
    ModesOfPresent start{missing, {}};
    start.counts.resize(n);
    surrogates = surrogatesOf(looked, std::move(start), pairs, uid());
  } else {
    const std::string empty = QuantileSummary(settings().relativeError).toBytes();
    MediansOfPresent start{missing, settings().relativeError, std::vector<std::string>(n, empty)};
    surrogates = surrogatesOf(looked, std::move(start), pairs, uid());
  }
  return {settings(), uid(), std::move(surrogates)};
}

ImputerModel::ImputerModel(ImputerParams settings, std::string uid, std::vector<double> surrogates)
    : ModelOf(std::move(settings), std::move(uid)), surrogates_(std::move(surrogates)) {}

std::vector<InOut> ImputerModel::columns() const {
  const ImputerParams& s = settings();
  auto pairs = inOutColumns(uid(), s.inputCol, s.outputCol, s.inputCols, s.outputCols);
  if (pairs.size() == surrogates_.size()) return pairs;
  throw Error(ErrorCode::kInvalidArgument, uid() + " was fitted on " + std::to_string(surrogates_.size()) +
                                               " columns and has " + std::to_string(pairs.size()) + " input columns");
}

SchemaPtr ImputerModel::transformSchema(const arrow::Schema& schema) const {
  return imputedSchema(schema, columns(), uid());
}

DataFrame ImputerModel::transform(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  const auto pairs = columns();
  std::vector<OutputColumn> outputs;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const Column column = columnOf(frame, pairs[i].in);
    const Column number = column.cast("double");
    const double missing = settings().missingValue;
    const Column isMissing = column.isNull() || (std::isnan(missing) ? number.isNaN() : number == missing);
    outputs.push_back(
        {pairs[i].out, when(isMissing, surrogates_[i]).otherwise(number).cast(column.expression()->type)});
  }
  return withOutputs(frame, outputs, uid());
}

void ImputerModel::writeData(StageWriter& writer) const {
  RowTable table;
  const auto pairs = columns();
  for (size_t i = 0; i < pairs.size(); ++i) table.add(pairs[i].in, surrogates_[i]);
  writer.writeTable(*table.table());
}

ImputerModel ImputerModel::read(const SavedStage& saved) {
  ImputerParams settings;
  saved.readParams(ImputerParams::table(), &settings);
  const SavedTable data = saved.table();
  std::vector<double> surrogates;
  for (const auto& [in, out] :
       inOutColumns(saved.uid(), settings.inputCol, settings.outputCol, settings.inputCols, settings.outputCols)) {
    surrogates.push_back(data.number(in));
  }
  return {std::move(settings), saved.uid(), std::move(surrogates)};
}

}  // namespace ferro::ml
