#include <set>

#include <arrow/scalar.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/frame/dataframe.h"
#include "ferro/engine/frame/functions.h"
#include "ferro/engine/plan/build.h"
#include "ferro/engine/plan/names.h"
#include "ferro/engine/plan/resolver.h"

namespace ferro {

struct GroupedData::Pivot {
  ExprPtr column;
  std::vector<ExprPtr> values;
};

namespace {

constexpr int64_t kMostPivotValues = 10'000;

ExprPtr unaliased(const ExprPtr& entry) { return entry->kind == ExprKind::kAlias ? entry->children.front() : entry; }

// An aggregate that only sees the rows where the pivot column has the value. count(1) counts the rows themselves.
ExprPtr aggregateWhere(const ExprPtr& aggregate, const ExprPtr& condition) {
  return expr::transform(aggregate, [&](const ExprPtr& node) -> ExprPtr {
    if (!isAggregateCall(*node)) return node;
    auto arguments = node->children;
    arguments.front() = expr::call("case", {condition, arguments.front()});
    return expr::withChildren(node, std::move(arguments));
  });
}

// A group without a row of the value has null there, also where an aggregate of no rows would be 0.
ExprPtr nullWithoutRows(const ExprPtr& aggregate, const ExprPtr& condition) {
  const ExprPtr one = Operand(1).expression();
  const ExprPtr rows = expr::call("count", {expr::call("case", {condition, one})});
  return expr::call("case", {expr::call(">", {rows, Operand(int64_t{0}).expression()}), aggregate});
}

}  // namespace

GroupedData::GroupedData(DataFrame frame, std::vector<ExprPtr> groupings)
    : frame_(std::move(frame)), groupings_(std::move(groupings)) {}

DataFrame GroupedData::aggregate(const std::vector<Column>& aggregates) const {
  const Attributes& input = frame_.plan()->output();
  std::vector<ExprPtr> groupings;
  std::vector<ExprPtr> list;
  for (const ExprPtr& grouping : groupings_) {
    groupings.push_back(unaliased(grouping));
    list.push_back(grouping);
  }
  for (const ExprPtr& written : pivoted(aggregates)) list.push_back(named(resolve(written, input), *written));
  return frame_.with(build::aggregate(frame_.plan(), groupings, list));
}

// All aggregates of the first value, then those of the next.
std::vector<ExprPtr> GroupedData::pivoted(const std::vector<Column>& aggregates) const {
  std::vector<ExprPtr> list;
  if (!pivot_) {
    for (const Column& aggregate : aggregates) list.push_back(aggregate.expression());
    return list;
  }
  for (const ExprPtr& value : pivot_->values) {
    const ExprPtr condition = expr::call("<=>", {pivot_->column, value});
    const std::string valueName = expr::text(*value) == "NULL" ? "null" : expr::text(*value);
    for (const Column& aggregate : aggregates) {
      const ExprPtr& written = aggregate.expression();
      const std::string name = aggregates.size() == 1 ? valueName : valueName + "_" + expr::columnName(*written);
      list.push_back(expr::alias(nullWithoutRows(aggregateWhere(unaliased(written), condition), condition), name));
    }
  }
  return list;
}

DataFrame GroupedData::agg(const std::vector<std::pair<std::string, std::string>>& aggregates) const {
  std::vector<Column> columns;
  for (const auto& [column, function] : aggregates) {
    if (column == "*") columns.push_back(ferro::count("*"));
    else columns.push_back(detail::aggregate(function, {col("`" + column + "`").expression()}));
  }
  return aggregate(columns);
}

DataFrame GroupedData::count() const { return aggregate({ferro::count("*").as("count")}); }

DataFrame GroupedData::ofColumns(const std::string& function, std::vector<std::string> columns) const {
  std::vector<Column> aggregates;
  if (columns.empty()) {
    for (const Attribute& column : frame_.plan()->output()) {
      const bool numeric = arrow::is_numeric(column.type->id()) || arrow::is_decimal(column.type->id());
      if (numeric) aggregates.push_back(detail::aggregate(function, {column.reference()}));
    }
  }
  for (const std::string& name : columns) {
    aggregates.push_back(detail::aggregate(function, {col("`" + name + "`").expression()}));
  }
  return aggregate(aggregates);
}

GroupedData GroupedData::pivot(const std::string& column) const {
  const auto values = frame_.select(col("`" + column + "`")).distinct().orderBy(col("`" + column + "`").asc());
  const auto table = values.limit(kMostPivotValues + 1).collect();
  if (table->num_rows() > kMostPivotValues) {
    throw Error(ErrorCode::kInvalidArgument, "the pivot column `" + column + "` has more than " +
                                                 std::to_string(kMostPivotValues) +
                                                 " values; name those that should become columns");
  }
  std::vector<Operand> list;
  for (int64_t row = 0; row < table->num_rows(); ++row) {
    list.emplace_back(ferro::valueOf(table->column(0)->GetScalar(row), "reading a pivot value"));
  }
  return pivot(column, list);
}

GroupedData GroupedData::pivot(const std::string& column, const std::vector<Operand>& values) const {
  if (pivot_) throw Error(ErrorCode::kInvalidArgument, "pivot() can be asked for once");
  Pivot pivot{findColumn(frame_.plan()->output(), "`" + column + "`"), {}};
  for (const Operand& value : values) pivot.values.push_back(value.expression());
  GroupedData pivoted = *this;
  pivoted.pivot_ = std::make_shared<const Pivot>(std::move(pivot));
  return pivoted;
}

}  // namespace ferro
