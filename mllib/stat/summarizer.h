// Summarizer: statistics of each feature of a column of vectors, as Spark's has them.
#pragma once

#include <cstdint>
#include <string>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/linalg/vector.h"

namespace ferro::ml {

struct VectorStatistics {
  int64_t count = 0;
  double weightSum = 0;
  Vector mean{};
  Vector variance{};  // of a sample
  Vector std{};
  Vector sum{};
  Vector min{};
  Vector max{};
  Vector numNonZeros{};
  Vector normL1{};
  Vector normL2{};
};

struct Summarizer {
  // With a column of weights, of weighted rows; rows of weight 0 do not count.
  static VectorStatistics summary(const DataFrame& frame, const std::string& featuresCol,
                                  const std::string& weightCol = "");
};

}  // namespace ferro::ml
