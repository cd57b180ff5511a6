#include "table_profile.h"

#include <algorithm>
#include <cctype>

#include <arrow/api.h>
#include <ferro/common/nearest_name.h>

using namespace ferro;

namespace {

int64_t integerAt(const arrow::Table& table, int column) {
  const auto value = table.column(column)->GetScalar(0).ValueOrDie();
  return value->is_valid ? static_cast<const arrow::Int64Scalar&>(*value).value : 0;
}

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

bool ColumnProfile::isInteger() const { return type == "int" || type == "bigint"; }
bool ColumnProfile::isNumber() const { return isInteger() || type == "double" || type.starts_with("decimal"); }

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

TableProfile profileOf(const DataFrame& rows, const std::string& label) {
  const Column labels = col(backticked(label));
  std::vector<Column> questions{count("*").as("rows")};
  for (const auto& [name, type] : rows.dtypes()) {
    const Column values = col(backticked(name));
    const std::string number = std::to_string(questions.size());
    questions.push_back(count(values).as("filled" + number));
    questions.push_back(countDistinct(values).as("distinct" + number));
    questions.push_back(countDistinct(values, labels).as("both" + number));
    const auto ask = [&](const Column& which, const char* what) {
      questions.push_back((type == "double" ? count(when(which, 1)) : lit(int64_t{0})).as(what + number));
    };
    ask(!values.isNaN() && abs(values) > 1e150, "infinite");
    ask(values.isNaN(), "nan");
    ask(values % 1 != 0, "parts");
  }
  const auto answers = rows.groupBy().agg(questions).collect();
  TableProfile profile{integerAt(*answers, 0), {}, {}};
  if (profile.rows == 0) throw Error(ErrorCode::kMalformedData, "the file has no rows below its header");
  int next = 1;
  for (const auto& [name, type] : rows.dtypes()) {
    ColumnProfile column{name,
                         type,
                         integerAt(*answers, next) - integerAt(*answers, next + 4),
                         integerAt(*answers, next + 1),
                         integerAt(*answers, next + 2),
                         integerAt(*answers, next + 3),
                         integerAt(*answers, next + 4),
                         integerAt(*answers, next + 5) == 0};
    next += 6;
    (name == label ? profile.label : profile.columns.emplace_back()) = column;
  }
  return profile;
}
