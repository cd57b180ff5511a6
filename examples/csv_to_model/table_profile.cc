#include "table_profile.h"

#include <arrow/api.h>

#include "column_names.h"

using namespace ferro;

namespace {

int64_t integerAt(const arrow::Table& table, int column) {
  const auto value = table.column(column)->GetScalar(0).ValueOrDie();
  return value->is_valid ? static_cast<const arrow::Int64Scalar&>(*value).value : 0;
}

}  // namespace

bool ColumnProfile::isInteger() const { return type == "int" || type == "bigint"; }
bool ColumnProfile::isNumber() const { return isInteger() || type == "double" || type.starts_with("decimal"); }

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
