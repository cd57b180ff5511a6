#include "ferro/mllib/columns/in_out.h"

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/plan/plan.h"
#include "ferro/mllib/columns/input_columns.h"

namespace ferro::ml {

std::string outputOr(const std::string& outputCol, const std::string& uid) {
  return outputCol.empty() ? uid + "__output" : outputCol;
}

std::vector<InOut> inOutColumns(const std::string& uid, const std::string& inputCol, const std::string& outputCol,
                                const std::vector<std::string>& inputCols, const std::vector<std::string>& outputCols) {
  if (inputCol.empty() == inputCols.empty()) {
    throw Error(ErrorCode::kInvalidArgument,
                uid + (inputCols.empty() ? " was not told its input column: set inputCol or inputCols"
                                         : " was given inputCol and inputCols: set only one of them"));
  }
  if (!inputCol.empty()) {
    if (!outputCols.empty()) {
      throw Error(ErrorCode::kInvalidArgument, uid + " was given inputCol and outputCols: set outputCol instead");
    }
    return {{inputCol, outputOr(outputCol, uid)}};
  }
  if (inputCols.size() != outputCols.size()) {
    throw Error(ErrorCode::kInvalidArgument, uid + " was given " + std::to_string(inputCols.size()) +
                                                 " inputCols and " + std::to_string(outputCols.size()) +
                                                 " outputCols: give an output for each input");
  }
  std::vector<InOut> pairs;
  for (size_t i = 0; i < inputCols.size(); ++i) pairs.push_back({inputCols[i], outputCols[i]});
  return pairs;
}

DataFrame withOutputs(const DataFrame& frame, const std::vector<OutputColumn>& outputs, std::string_view stage) {
  std::vector<Column> list;
  for (const Attribute& attribute : frame.plan()->output()) list.emplace_back(attribute.reference());
  auto schema = frame.schema();
  for (const OutputColumn& output : outputs) {
    schema = withField(*schema, output.name, arrow::null(), true, stage);
    list.push_back(output.metadata.empty() ? output.column.as(output.name)
                                           : output.column.as(output.name, output.metadata));
  }
  return frame.select(list);
}

}  // namespace ferro::ml
