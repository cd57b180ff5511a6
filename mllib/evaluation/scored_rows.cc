#include "ferro/mllib/evaluation/scored_rows.h"

#include <algorithm>
#include <cmath>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/columns/fold_batches.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {
namespace {

// label, prediction and weight of a batch, where prediction may be a vector. What cannot be judged is an error that
// names the column and a row.
class Input {
 public:
  Input(const arrow::RecordBatch& batch, const ScoreColumns& columns)
      : columns_(columns),
        labels_(static_cast<const arrow::DoubleArray&>(*batch.column(0))),
        prediction_(batch.column(1)) {
    requireNoNulls(labels_, columns.label);
    requireNoNulls(*prediction_, columns.prediction);
    requireFinite(labels_, columns.label, "a label");
    if (batch.num_columns() == 2) return;
    weights_ = static_cast<const arrow::DoubleArray*>(batch.column(2).get());
    requireNoNulls(*weights_, columns.weight);
    requireFinite(*weights_, columns.weight, "a weight");
    for (int64_t row = 0; row < numRows(); ++row) {
      if (weight(row) < 0) refuse(columns.weight, numberText(weight(row)), row, "a weight is 0 or more");
    }
  }
  int64_t numRows() const { return labels_.length(); }
  double label(int64_t row) const { return labels_.Value(row); }
  double weight(int64_t row) const { return weights_ == nullptr ? 1.0 : weights_->Value(row); }
  double number(int64_t row) const { return static_cast<const arrow::DoubleArray&>(*prediction_).Value(row); }
  const std::shared_ptr<arrow::Array>& prediction() const { return prediction_; }
  // What has an order or is a class is never NaN.
  double ordered(double value, int64_t row) const {
    if (std::isnan(value)) refuse(columns_.prediction, "NaN", row, "check what the model was trained on");
    return value;
  }
  [[noreturn]] void refuse(const std::string& column, const std::string& found, int64_t row,
                           const std::string& remedy) const {
    throw Error(ErrorCode::kInvalidArgument, columns_.stage + ": column `" + column + "` has " + found + " in row " +
                                                 std::to_string(row) + " of a batch; " + remedy);
  }

 private:
  void requireNoNulls(const arrow::Array& array, const std::string& column) const {
    for (int64_t row = 0; array.null_count() > 0 && row < array.length(); ++row) {
      if (array.IsNull(row)) refuse(column, "a null", row, "drop such rows with na().drop()");
    }
  }
  void requireFinite(const arrow::DoubleArray& array, const std::string& column, const std::string& what) const {
    for (int64_t row = 0; row < array.length(); ++row) {
      if (std::isfinite(array.Value(row))) continue;
      refuse(column, numberText(array.Value(row)), row, what + " must be a number; filter such rows out");
    }
  }

  const ScoreColumns& columns_;
  const arrow::DoubleArray& labels_;
  const std::shared_ptr<arrow::Array> prediction_;
  const arrow::DoubleArray* weights_ = nullptr;
};

struct ScoreFold {
  ScoreColumns columns{};
  bool isVector = false;
  std::vector<double> scores{};
  std::vector<double> labels{};
  std::vector<double> weights{};

  void add(const arrow::RecordBatch& batch) {
    const Input input(batch, columns);
    for (int64_t row = 0; row < input.numRows(); ++row) {
      labels.push_back(input.label(row));
      weights.push_back(input.weight(row));
      if (!isVector) scores.push_back(input.ordered(input.number(row), row));
    }
    if (!isVector) return;
    const VectorColumn vectors(input.prediction(), columns.prediction);
    for (int64_t row = 0; row < vectors.length(); ++row) {
      const VectorView scoresOfRow = vectors[row];
      if (scoresOfRow.size != 2) {
        input.refuse(columns.prediction, "scores of " + std::to_string(scoresOfRow.size) + " classes", row,
                     "this is for two classes: use a MulticlassClassificationEvaluator");
      }
      scores.push_back(input.ordered(scoresOfRow.at(1), row));
    }
  }
  void merge(ScoreFold&& other) {
    scores.insert(scores.end(), other.scores.begin(), other.scores.end());
    labels.insert(labels.end(), other.labels.begin(), other.labels.end());
    weights.insert(weights.end(), other.weights.begin(), other.weights.end());
  }
};

struct ConfusionFold {
  ScoreColumns columns{};
  MulticlassMetrics::Confusion confusion{};

  void add(const arrow::RecordBatch& batch) {
    const Input input(batch, columns);
    for (int64_t row = 0; row < input.numRows(); ++row) {
      confusion[{input.label(row), input.ordered(input.number(row), row)}] += input.weight(row);
    }
  }
  void merge(ConfusionFold&& other) {
    for (const auto& [pair, weight] : other.confusion) confusion[pair] += weight;
  }
};

struct ErrorFold {
  ScoreColumns columns{};
  RegressionMetrics metrics{};

  void add(const arrow::RecordBatch& batch) {
    const Input input(batch, columns);
    for (int64_t row = 0; row < input.numRows(); ++row) {
      metrics.add(input.label(row), input.number(row), input.weight(row));
    }
  }
  void merge(ErrorFold&& other) { metrics.merge(other.metrics); }
};

struct ProbabilityFold {
  ScoreColumns columns{};
  double eps = 0;
  int topK = 1;
  ProbabilityMetrics metrics{};

  void add(const arrow::RecordBatch& batch) {
    const Input input(batch, columns);
    const VectorColumn vectors(input.prediction(), columns.prediction);
    for (int64_t row = 0; row < input.numRows(); ++row) {
      const double label = input.label(row);
      const int32_t numClasses = vectors[row].size;
      if (!(label >= 0 && label < numClasses && label == std::floor(label))) {
        input.refuse(columns.label, "label " + numberText(label), row,
                     "there are probabilities of " + std::to_string(numClasses) + " classes, from 0 on");
      }
      addRow(vectors[row], label, input.weight(row));
    }
  }
  void addRow(const VectorView& probabilities, double label, double weight) {
    const double own = probabilities.at(static_cast<int32_t>(label));
    metrics.weight += weight;
    metrics.logLoss -= weight * std::log(std::clamp(own, eps, 1 - eps));
    int before = 0;  // classes that come first: with more, or with as much and a smaller number
    for (int32_t k = 0; k < probabilities.size; ++k) {
      const double other = probabilities.at(k);
      if (other > own || (other == own && k < static_cast<int32_t>(label))) ++before;
    }
    if (before < topK) metrics.inTopK += weight;
  }
  void merge(ProbabilityFold&& other) {
    metrics.weight += other.metrics.weight;
    metrics.logLoss += other.metrics.logLoss;
    metrics.inTopK += other.metrics.inTopK;
  }
};

bool isVectorColumn(const DataFrame& frame, const ScoreColumns& columns) {
  return isVector(*requireField(*frame.schema(), columns.prediction, columns.stage)->type());
}

DataFrame columnsOf(const DataFrame& frame, const ScoreColumns& columns, bool withVector) {
  const auto schema = frame.schema();
  requireNumericField(*schema, columns.label, columns.stage);
  std::vector<Column> list{columnOf(frame, columns.label).cast("double").as("label")};
  if (withVector) {
    requireVectorField(*schema, columns.prediction, columns.stage);
    list.push_back(columnOf(frame, columns.prediction).as("prediction"));
  } else {
    requireNumericField(*schema, columns.prediction, columns.stage);
    list.push_back(columnOf(frame, columns.prediction).cast("double").as("prediction"));
  }
  if (!columns.weight.empty()) {
    requireNumericField(*schema, columns.weight, columns.stage);
    list.push_back(columnOf(frame, columns.weight).cast("double").as("weight"));
  }
  return frame.select(list);
}

[[noreturn]] void throwEmpty(const ScoreColumns& columns) {
  throw Error(ErrorCode::kInvalidArgument,
              columns.stage + " was given no rows to evaluate" +
                  (columns.weight.empty() ? "" : ", or none with a weight above 0 in column `" + columns.weight + "`") +
                  "; check what filters and joins before it leave over");
}

}  // namespace

std::vector<ScoredLabel> scoredLabels(const DataFrame& frame, const ScoreColumns& columns) {
  const bool withVector = isVectorColumn(frame, columns);
  const ScoreFold all = foldBatches(columnsOf(frame, columns, withVector), ScoreFold{columns, withVector});
  if (std::all_of(all.weights.begin(), all.weights.end(), [](double weight) { return weight == 0; })) {
    throwEmpty(columns);
  }
  std::vector<ScoredLabel> rows(all.scores.size());
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = {all.scores[i], all.labels[i], all.weights[i]};
  return rows;
}

MulticlassMetrics multiclassMetrics(const DataFrame& frame, const ScoreColumns& columns) {
  ConfusionFold all = foldBatches(columnsOf(frame, columns, false), ConfusionFold{columns, {}});
  const auto isWeightless = [](const auto& cell) { return cell.second == 0; };
  if (std::all_of(all.confusion.begin(), all.confusion.end(), isWeightless)) throwEmpty(columns);
  return MulticlassMetrics(std::move(all.confusion));
}

RegressionMetrics regressionMetrics(const DataFrame& frame, const ScoreColumns& columns) {
  const ErrorFold all = foldBatches(columnsOf(frame, columns, false), ErrorFold{columns, {}});
  if (all.metrics.labels.weight == 0) throwEmpty(columns);
  return all.metrics;
}

ProbabilityMetrics probabilityMetrics(const DataFrame& frame, const ScoreColumns& columns, double eps, int topK) {
  const ProbabilityFold all = foldBatches(columnsOf(frame, columns, true), ProbabilityFold{columns, eps, topK, {}});
  if (all.metrics.weight == 0) throwEmpty(columns);
  return all.metrics;
}

}  // namespace ferro::ml
