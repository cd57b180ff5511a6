// Some features of each vector, in a given order: what VectorSlicer and the selectors do. For .cc files of stages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ferro/engine/frame/dataframe.h"

namespace ferro::ml {

// The frame with a column of vectors that have only these features; their names come along. A sparse vector stays
// sparse. size: of the vectors before, -1 for any that are large enough.
DataFrame withSelected(const DataFrame& frame, const std::string& inputCol, const std::string& outputCol,
                       const std::vector<int32_t>& features, int32_t size, const std::string& stage);

}  // namespace ferro::ml
