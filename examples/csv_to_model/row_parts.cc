#include "row_parts.h"

#include "column_names.h"

using namespace ferro;

namespace {

constexpr int64_t kSplitSeed = 42;

}  // namespace

bool hasTwoLabels(const DataFrame& rows, const std::string& label) {
  return rows.agg(countDistinct(col(backticked(label))).as("n")).as<int64_t>().first() > 1;
}

RowParts splitRows(const DataFrame& rows, const std::string& label) {
  auto [train, test] = rows.randomSplit<2>({0.8, 0.2}, kSplitSeed);
  if (!hasTwoLabels(train, label)) {
    throw Error(
        ErrorCode::kInvalidArgument,
        "label \"" + label +
            "\" is the same in all rows of the training part: there are too few rows, or too few of another label");
  }
  return {std::move(train), std::move(test)};
}
