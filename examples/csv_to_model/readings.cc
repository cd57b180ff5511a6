#include "readings.h"

#include <arrow/api.h>

#include "column_names.h"
#include "number_forms.h"
#include "unused_names.h"

using namespace ferro;

namespace {

// Fields that do not fit, such as "n/a", are allowed up to this share.
constexpr double kMostMisfits = 0.05;

int64_t countAt(const arrow::Table& table, int column) {
  return static_cast<const arrow::Int64Scalar&>(*table.column(column)->GetScalar(0).ValueOrDie()).value;
}

// Dates and times of the reader's own types.
void addTimes(const DataFrame& rows, UnusedNames& names, std::vector<Reading>& readings) {
  for (const auto& [name, type] : rows.dtypes()) {
    const std::string column = backticked(name);
    if (type == "date") {
      const std::string days = "CAST(datediff(" + column + ", DATE '1970-01-01') AS DOUBLE)";
      readings.push_back({name, names.take(name + "Days"), days, "dates as days since 1970"});
    } else if (type == "timestamp") {
      const std::string days = "unix_timestamp(" + column + ") / 86400";
      readings.push_back({name, names.take(name + "Days"), days, "times as days since 1970"});
    }
  }
}

}  // namespace

std::vector<Reading> findReadings(const DataFrame& rows) {
  UnusedNames names(rows.columns());
  std::vector<Reading> readings;
  addTimes(rows, names, readings);
  std::vector<std::string> texts;
  std::vector<Column> questions{count("*").as("rows")};
  for (const auto& [name, type] : rows.dtypes()) {
    if (type != "string") continue;
    texts.push_back(name);
    questions.push_back(count(col(backticked(name))).as(std::to_string(questions.size())));
    for (const NumberForm& form : numberForms()) {
      questions.push_back(count(expr(numberIn(form, backticked(name)))).as(std::to_string(questions.size())));
    }
  }
  if (texts.empty()) return readings;
  const auto answers = rows.groupBy().agg(questions).collect();
  int next = 1;
  for (const std::string& name : texts) {
    const int64_t filled = countAt(*answers, next++);
    const NumberForm* best = nullptr;
    int64_t most = 0;
    for (const NumberForm& form : numberForms()) {
      const int64_t fitting = countAt(*answers, next++);
      const bool isEnough = static_cast<double>(filled - fitting) <= kMostMisfits * static_cast<double>(filled);
      if (fitting > most && isEnough) best = &form, most = fitting;
    }
    if (best == nullptr) continue;
    readings.push_back(
        {name, names.take(name + best->suffix), numberIn(*best, backticked(name)), best->what, filled - most});
  }
  return readings;
}

std::optional<ml::SQLTransformer> stageOf(const std::vector<Reading>& readings) {
  if (readings.empty()) return std::nullopt;
  std::string statement = "SELECT *";
  for (const Reading& reading : readings) statement += ", " + reading.expression + " AS " + backticked(reading.name);
  return ml::SQLTransformer({.statement = statement + " FROM __THIS__"});
}
