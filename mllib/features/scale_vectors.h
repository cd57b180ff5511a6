// Vectors shifted and scaled feature by feature: what StandardScaler, MaxAbsScaler and RobustScaler do in the end. For
// .cc files of stages.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/stage/stage.h"

namespace ferro::ml {

// What is to be done to each feature; an empty list does nothing. Zeros of sparse vectors stay zeros without a shift.
struct VectorScaling {
  std::vector<double> shift{};   // taken away first
  std::vector<double> factor{};  // then multiplied by
};

// The frame with a column of scaled vectors.
DataFrame withScaled(const DataFrame& frame, const std::string& inputCol, const std::string& outputCol, int32_t size,
                     const VectorScaling& scaling, const std::string& stage);

// One column of vectors in, one out: the schema of most stages on vectors.
SchemaPtr vectorToVector(const arrow::Schema& schema, const std::string& inputCol, const std::string& outputCol,
                         const std::string& stage);

// 1/x for each, 0 where x is 0.
std::vector<double> reciprocals(const Vector& values);

}  // namespace ferro::ml
