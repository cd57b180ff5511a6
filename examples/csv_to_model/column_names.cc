#include "column_names.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include <ferro/common/nearest_name.h>

using namespace ferro;

namespace {

void refuseOtherSeparator(const std::string& header) {
  for (const auto& [separator, spelled] :
       {std::pair(';', ";"), std::pair('\t', "\\t"), std::pair('|', "|"), std::pair(',', ",")}) {
    if (header.find(separator) == std::string::npos) continue;
    const std::string quoted = "'" + std::string(spelled) + "'";
    throw Error(ErrorCode::kInvalidArgument,
                "the header is one column; if " + quoted + " separates the fields, add --delimiter " + quoted);
  }
}

}  // namespace

std::string backticked(const std::string& name) {
  std::string text = "`";
  for (const char c : name) text += c == '`' ? std::string("``") : std::string(1, c);
  return text + '`';
}

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string findLabel(const DataFrame& rows, const std::string& label) {
  const std::vector<std::string> columns = rows.columns();
  if (columns.empty()) throw Error(ErrorCode::kMalformedData, "the file is empty: it has not even a header");
  for (const std::string& name : columns) {
    if (lowered(name) == lowered(label)) return name;
  }
  if (columns.size() == 1) refuseOtherSeparator(columns[0]);
  const std::string names = ferro::join(columns, ", ");
  if (label.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "say with --label COLUMN what is to be predicted: one of " + names);
  }
  const std::vector<std::string_view> known(columns.begin(), columns.end());
  const auto near = nearestName(label, known);
  throw Error(ErrorCode::kNotFound, "there is no column \"" + label + "\"" +
                                        (near ? "; did you mean \"" + std::string(*near) + "\"?" : ";") +
                                        " There are " + names);
}
