#include <algorithm>
#include <charconv>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/value_text.h"
#include "ferro/engine/frame/dataframe.h"
#include "ferro/engine/frame/functions.h"
#include "ferro/engine/frame/table_relation.h"
#include "ferro/engine/plan/names.h"
#include "ferro/engine/plan/plan.h"

namespace ferro {
namespace {

bool isDescribable(const arrow::DataType& type) {
  return arrow::is_numeric(type.id()) || arrow::is_decimal(type.id()) || type.id() == arrow::Type::STRING;
}

std::optional<double> percentageOf(const std::string& statistic) {
  if (!statistic.ends_with('%')) return std::nullopt;
  double number = 0;
  const char* const end = statistic.data() + statistic.size() - 1;
  const auto [rest, error] = std::from_chars(statistic.data(), end, number);
  if (error != std::errc() || rest != end || number < 0 || number > 100) {
    throw Error(ErrorCode::kInvalidArgument, "Percentiles must be from 0% to 100%, as in 25%; got " + statistic);
  }
  return number / 100;
}

// Text counts as numbers only where it is one.
Column statisticOf(const std::string& statistic, const Attribute& attribute) {
  const Column column(attribute.reference());
  const Column number = attribute.type->id() == arrow::Type::STRING ? column.try_cast("double") : column;
  if (const auto percentage = percentageOf(statistic)) return percentile_approx(number, *percentage);
  if (statistic == "count") return count(column);
  if (statistic == "count_distinct") return countDistinct(column);
  if (statistic == "approx_count_distinct") return approx_count_distinct(column);
  if (statistic == "mean") return avg(number);
  if (statistic == "stddev") return stddev(number);
  if (statistic == "min") return min(column);
  if (statistic == "max") return max(column);
  throw Error(ErrorCode::kInvalidArgument,
              "summary() does not know the statistic \"" + statistic +
                  "\"; there are count, mean, stddev, min, max, count_distinct, approx_count_distinct and percentages");
}

std::shared_ptr<arrow::Array> textArray(const std::vector<std::optional<std::string>>& values) {
  arrow::StringBuilder builder;
  for (const auto& value : values) {
    check(value ? builder.Append(*value) : builder.AppendNull(), "making a summary");
  }
  return valueOf(builder.Finish(), "making a summary");
}

DataFrame summaryOf(const DataFrame& frame, const Attributes& columns, const std::vector<std::string>& statistics) {
  std::vector<std::shared_ptr<arrow::Field>> fields{arrow::field("summary", arrow::utf8())};
  std::vector<std::shared_ptr<arrow::Array>> arrays;
  arrays.push_back(textArray({statistics.begin(), statistics.end()}));
  std::vector<Column> aggregates;
  for (const Attribute& column : columns) {
    for (const std::string& statistic : statistics) {
      aggregates.push_back(statisticOf(statistic, column).as(std::to_string(aggregates.size())));
    }
  }
  const auto results = aggregates.empty() ? nullptr : frame.groupBy().agg(aggregates).collect();
  int next = 0;
  for (const Attribute& column : columns) {
    std::vector<std::optional<std::string>> texts;
    for (size_t i = 0; i < statistics.size(); ++i) {
      const auto chunk = results->column(next++)->chunk(0);
      texts.push_back(chunk->IsNull(0) ? std::nullopt : std::optional(valueText(*chunk, 0)));
    }
    fields.push_back(arrow::field(column.name, arrow::utf8()));
    arrays.push_back(textArray(texts));
  }
  return makeDataFrame(frame.session(), arrow::Table::Make(arrow::schema(std::move(fields)), arrays));
}

}  // namespace

DataFrame DataFrame::describeColumns(const std::vector<std::string>& names) const {
  Attributes chosen;
  for (const std::string& name : names) {
    const Attribute column = attributeOf(*findColumn(plan_->output(), "`" + name + "`"));
    if (isDescribable(*column.type)) chosen.push_back(column);
  }
  if (names.empty()) {
    for (const Attribute& column : plan_->output()) {
      if (isDescribable(*column.type)) chosen.push_back(column);
    }
  }
  return summaryOf(*this, chosen, {"count", "mean", "stddev", "min", "max"});
}

DataFrame DataFrame::summarize(std::vector<std::string> statistics) const {
  if (statistics.empty()) statistics = {"count", "mean", "stddev", "min", "25%", "50%", "75%", "max"};
  Attributes chosen;
  for (const Attribute& column : plan_->output()) {
    if (isDescribable(*column.type)) chosen.push_back(column);
  }
  return summaryOf(*this, chosen, statistics);
}

}  // namespace ferro
