// Whether each feature of a column of vectors has to do with a label: Pearson's chi-squared test for categories, the
// analysis of variance for numbers against categories, the F-test of regression for numbers against numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/linalg/vector.h"

namespace ferro::ml {

// One value for each feature.
struct FeatureTestResult {
  Vector pValues{};
  std::vector<int64_t> degreesOfFreedom{};
  Vector statistics{};  // chi-squared, or F
};

struct ChiSquareTest {
  // Features and labels are categories: at most 10,000 different values each.
  static FeatureTestResult test(const DataFrame& frame, const std::string& featuresCol, const std::string& labelCol);
};
struct ANOVATest {
  static FeatureTestResult test(const DataFrame& frame, const std::string& featuresCol, const std::string& labelCol);
};
struct FValueTest {
  static FeatureTestResult test(const DataFrame& frame, const std::string& featuresCol, const std::string& labelCol);
};

}  // namespace ferro::ml
