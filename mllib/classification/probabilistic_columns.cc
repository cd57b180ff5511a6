#include "ferro/mllib/classification/probabilistic_columns.h"

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/vector_rows.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {
namespace {

// What the argument of a score's function holds: a stage before it may have computed a part.
enum class ScoreKind : int32_t { kFeatures, kRaw, kProbability };

struct ScoreInput {
  ScoreKind kind = ScoreKind::kFeatures;
  std::string column{};  // for errors
};

// Calls give(scores) for each row, with scores of the row as the input has them: raw ones of features.
template <class Give>
void forEachRow(const LinearScorer& scorer, const ScoreInput& from, const arrow::RecordBatch& arguments, Give give) {
  const VectorColumn input(arguments.column(0), from.column);
  std::vector<double> scores(static_cast<size_t>(scorer.numClasses));
  for (int64_t row = 0; row < input.length(); ++row) {
    if (input.isNull(row)) {
      give(std::span<double>());
      continue;
    }
    const VectorView vector = input[row];
    if (from.kind == ScoreKind::kFeatures) {
      if (vector.size != scorer.numFeatures()) throwVectorSize({from.column, scorer.numFeatures()}, vector.size, row);
      scorer.raw(vector, scores);
    } else {
      for (size_t k = 0; k < scores.size(); ++k) scores[k] = vector.at(static_cast<int32_t>(k));
    }
    give(std::span<double>(scores));
  }
}

// Raw scores, or probabilities.
struct VectorScores {
  LinearScorer scorer{};
  ScoreInput from{};
  bool asProbability = false;

  static TypePtr resultType() { return vectorType(); }
  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    VectorColumnBuilder builder(pool);
    forEachRow(scorer, from, arguments, [&](std::span<double> scores) {
      if (scores.empty()) {
        builder.appendNull();
        return;
      }
      if (asProbability) scorer.toProbabilities(scores);
      builder.appendDense(scores);
    });
    return builder.finish();
  }
};

struct Predictions {
  LinearScorer scorer{};
  ScoreInput from{};

  static TypePtr resultType() { return arrow::float64(); }
  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    arrow::DoubleBuilder builder(pool);
    check(builder.Reserve(arguments.num_rows()), "allocating predictions");
    forEachRow(scorer, from, arguments, [&](std::span<double> scores) {
      if (scores.empty()) {
        builder.UnsafeAppendNull();
        return;
      }
      if (from.kind != ScoreKind::kProbability) scorer.toProbabilities(scores);
      builder.UnsafeAppend(scorer.prediction(scores));
    });
    return ferro::valueOf(builder.Finish(), "making predictions");
  }
};

}  // namespace

SchemaPtr withScoreFields(const arrow::Schema& schema, const ScoreColumnNames& names, const std::string& stage) {
  requireVectorField(schema, names.features, stage);
  SchemaPtr result = arrow::schema(schema.fields());
  if (!names.raw.empty()) result = withField(*result, names.raw, vectorType(), true, stage);
  if (!names.probability.empty()) result = withField(*result, names.probability, vectorType(), true, stage);
  if (!names.prediction.empty()) result = withField(*result, names.prediction, arrow::float64(), false, stage);
  return result;
}

DataFrame withScores(const DataFrame& frame, const LinearScorer& scorer, const ScoreColumnNames& names) {
  DataFrame result = frame;
  ScoreInput from{ScoreKind::kFeatures, names.features};
  const auto argument = [&] { return std::vector<Column>{columnOf(result, from.column)}; };
  if (!names.raw.empty()) {
    result =
        result.withColumn(names.raw, columnFunction("rawPrediction", VectorScores{scorer, from, false}, argument()));
    from = {ScoreKind::kRaw, names.raw};
  }
  if (!names.probability.empty()) {
    result = result.withColumn(names.probability,
                               columnFunction("probability", VectorScores{scorer, from, true}, argument()));
    from = {ScoreKind::kProbability, names.probability};
  }
  if (!names.prediction.empty()) {
    result = result.withColumn(names.prediction, columnFunction("prediction", Predictions{scorer, from}, argument()));
  }
  return result;
}

}  // namespace ferro::ml
