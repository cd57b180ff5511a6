#include "ferro/mllib/classification/linear_scorer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ferro/common/error.h"

namespace ferro::ml {

void addMargins(const VectorView& vector, std::span<const double> coefficients, std::span<double> margins) {
  const auto size = static_cast<size_t>(vector.size);
  if (coefficients.size() != size * margins.size()) {
    throw Error(ErrorCode::kInvalidArgument,
                "the model was trained on vectors of size " + std::to_string(coefficients.size() / margins.size()) +
                    " and was given one of size " + std::to_string(size) + "; use the stages it was trained with");
  }
  for (size_t k = 0; k < margins.size(); ++k) {
    const double* row = coefficients.data() + k * size;
    double sum = 0;
    for (size_t i = 0; i < vector.values.size(); ++i) {
      const size_t column = vector.isDense ? i : static_cast<size_t>(vector.indices[i]);
      // A coefficient of zero says that the value does not matter, even if it is not finite.
      if (row[column] != 0) sum += row[column] * vector.values[i];
    }
    margins[k] += sum;
  }
}

void LinearScorer::raw(const VectorView& vector, std::span<double> scores) const {
  if (isMultinomial) {
    std::copy(intercepts.begin(), intercepts.end(), scores.begin());
    addMargins(vector, coefficients, scores);
    return;
  }
  double margin = intercepts[0];
  addMargins(vector, coefficients, {&margin, 1});
  scores[0] = -margin;
  scores[1] = margin;
}

void LinearScorer::toProbabilities(std::span<double> scores) const {
  if (!hasProbabilities) return;
  if (!isMultinomial) {
    scores[0] = 1.0 / (1.0 + std::exp(-scores[0]));
    scores[1] = 1.0 - scores[0];
    return;
  }
  const double largest = *std::max_element(scores.begin(), scores.end());
  if (largest == std::numeric_limits<double>::infinity()) {
    for (double& score : scores) score = score == largest ? 1.0 : 0.0;
    return;
  }
  double sum = 0;
  for (double& score : scores) sum += score = std::exp(score - largest);
  for (double& score : scores) score /= sum;
}

double LinearScorer::prediction(std::span<const double> probabilities) const {
  if (!isMultinomial) return probabilities[1] > threshold ? 1.0 : 0.0;
  size_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (size_t k = 0; k < probabilities.size(); ++k) {
    const double scaled = thresholds.empty() ? probabilities[k] : probabilities[k] / thresholds[k];
    if (scaled > most) {
      most = scaled;
      best = k;
    }
  }
  return static_cast<double>(best);
}

}  // namespace ferro::ml
