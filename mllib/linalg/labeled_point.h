// A label with its features, as Spark's RDD-based API has it: parsed from lines of text, kept in an Rdd, and made a
// DataFrame for training. Values; any thread.
#pragma once

#include <string>
#include <string_view>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/linalg/vector.h"

namespace ferro::ml {

struct LabeledPoint {
  double label = 0;
  Vector features{};

  // `(1.0,[0.5,2.0])` or `(1.0,(3,[0],[0.5]))`, as toString() writes it, or `1.0,0.5 2.0`. Error kMalformedData that
  // shows the text and the place.
  static LabeledPoint parse(std::string_view text);
  std::string toString() const;

  friend bool operator==(const LabeledPoint&, const LabeledPoint&) = default;
};

// `[0.5,2.0]` or `(3,[0],[0.5])`, as Vector::toString() writes it.
Vector parseVector(std::string_view text);

// The columns `label` and `features`. Nothing is computed yet.
DataFrame toDF(const Rdd<LabeledPoint>& points);

}  // namespace ferro::ml
