#include "ferro/mllib/columns/learning_errors.h"

#include "ferro/common/error.h"

namespace ferro::ml {

void throwNothingToLearn(const std::string& stage, const std::string& column, const std::string& lookedFor) {
  throw Error(ErrorCode::kInvalidArgument, stage + " has nothing to learn from: column `" + column +
                                               "` has no row with " + lookedFor +
                                               "; check what filters and joins before it leave over");
}

void throwVectorSizes(const std::string& column, int64_t expected, int64_t found, std::optional<int64_t> row) {
  throw Error(ErrorCode::kInvalidArgument,
              "column `" + column + "` has vectors of different sizes: " + std::to_string(expected) + " and " +
                  std::to_string(found) + (row ? " in row " + std::to_string(*row) + " of a batch" : "") +
                  "; all rows need vectors of one size");
}

}  // namespace ferro::ml
