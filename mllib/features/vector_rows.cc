#include "ferro/mllib/features/vector_rows.h"

#include "ferro/common/error.h"

namespace ferro::ml {

void throwVectorSize(const VectorInput& input, int32_t found, int64_t row) {
  throw Error(ErrorCode::kInvalidArgument, "column `" + input.column + "` has a vector of size " +
                                               std::to_string(found) + " in row " + std::to_string(row) +
                                               " of a batch, and the model was fitted on vectors of size " +
                                               std::to_string(input.size) + "; give it the same features");
}

}  // namespace ferro::ml
