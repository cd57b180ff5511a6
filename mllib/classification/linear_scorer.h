// What a linear classifier says of one vector: raw scores, probabilities and the predicted class. A plain value that
// travels; immutable once made; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ferro/mllib/linalg/vector.h"

namespace ferro::ml {

// The margins of a vector: one for each row of coefficients.
void addMargins(const VectorView& vector, std::span<const double> coefficients, std::span<double> margins);

struct LinearScorer {
  int32_t numClasses = 2;
  bool isMultinomial = false;
  bool hasProbabilities = true;        // false: the threshold is one of raw scores
  std::vector<double> coefficients{};  // class by class; one class if binomial
  std::vector<double> intercepts{};
  double threshold = 0.5;            // binomial
  std::vector<double> thresholds{};  // multinomial: one for each class, or none

  int32_t numFeatures() const { return static_cast<int32_t>(coefficients.size() / intercepts.size()); }
  // scores has numClasses numbers.
  void raw(const VectorView& vector, std::span<double> scores) const;
  // From raw scores to probabilities, in place; raw scores stay, if there are no probabilities.
  void toProbabilities(std::span<double> scores) const;
  // The class, from what toProbabilities() gave.
  double prediction(std::span<const double> probabilities) const;
};

}  // namespace ferro::ml
