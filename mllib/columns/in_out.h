// The pairs of columns that a stage works on, and how its output joins a DataFrame. Pure functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/frame/dataframe.h"

namespace ferro::ml {

struct InOut {
  std::string in;
  std::string out;
};

// From the parameters of a stage that takes one column or several. Without outputCol it is `<uid>__output`. Errors
// kInvalidArgument when none or both are given, or the lists differ in length.
std::vector<InOut> inOutColumns(const std::string& uid, const std::string& inputCol, const std::string& outputCol,
                                const std::vector<std::string>& inputCols, const std::vector<std::string>& outputCols);
std::string outputOr(const std::string& outputCol, const std::string& uid);

// A column that a stage adds.
struct OutputColumn {
  std::string name;
  Column column;
  std::string metadata{};  // empty: none
};
// The columns of the frame and behind them the new ones. Error kInvalidArgument when one is there already.
DataFrame withOutputs(const DataFrame& frame, const std::vector<OutputColumn>& outputs, std::string_view stage);

}  // namespace ferro::ml
