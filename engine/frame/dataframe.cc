#include "ferro/engine/frame/dataframe.h"

#include <algorithm>
#include <utility>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/frame/functions.h"
#include "ferro/engine/frame/query.h"
#include "ferro/engine/plan/build.h"
#include "ferro/engine/plan/names.h"
#include "ferro/engine/plan/resolver.h"
#include "ferro/engine/types/column_metadata.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

std::vector<ExprPtr> expressionsOf(const std::vector<Column>& columns) {
  std::vector<ExprPtr> expressions;
  expressions.reserve(columns.size());
  for (const Column& column : columns) expressions.push_back(column.expression());
  return expressions;
}

std::vector<ExprPtr> referencesTo(const Attributes& attributes) {
  std::vector<ExprPtr> references;
  references.reserve(attributes.size());
  for (const Attribute& attribute : attributes) references.push_back(attribute.reference());
  return references;
}

std::vector<Column> columnsNamed(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  columns.reserve(names.size());
  for (const std::string& name : names) columns.emplace_back(std::string_view(name));
  return columns;
}

// A name with dots or spaces of its own, as col() takes it.
std::string quoted(const std::string& name) {
  std::string text = "`";
  for (const char letter : name) text += letter == '`' ? "``" : std::string(1, letter);
  return text + "`";
}

}  // namespace

DataFrame::DataFrame(SessionPtr session, PlanPtr plan)
    : session_(std::move(session)), plan_(std::move(plan)), query_(std::make_shared<const Query>(session_, plan_)) {}

std::shared_ptr<arrow::Schema> DataFrame::schema() const {
  arrow::FieldVector fields = schemaOf(plan_->output())->fields();
  for (size_t i = 0; i < fields.size(); ++i) {
    const auto& metadata = plan_->output()[i].metadata;
    if (metadata != nullptr) fields[i] = withColumnMetadata(*fields[i], *metadata);
  }
  return arrow::schema(std::move(fields));
}

std::vector<std::string> DataFrame::columns() const {
  std::vector<std::string> names;
  for (const Attribute& attribute : plan_->output()) names.push_back(attribute.name);
  return names;
}

std::vector<std::pair<std::string, std::string>> DataFrame::dtypes() const {
  std::vector<std::pair<std::string, std::string>> types;
  for (const Attribute& attribute : plan_->output()) types.emplace_back(attribute.name, sqlName(*attribute.type));
  return types;
}

Column DataFrame::col(std::string_view name) const {
  if (name == "*") return Column(expr::star());
  return Column(findColumn(plan_->output(), name));
}

std::vector<Column> DataFrame::columnsOf(std::initializer_list<ColumnOrName> columns) {
  std::vector<Column> list;
  for (const ColumnOrName& column : columns) list.push_back(column.column());
  return list;
}

DataFrame DataFrame::select(std::initializer_list<ColumnOrName> columns) const {
  return selectColumns(columnsOf(columns));
}

DataFrame DataFrame::drop(std::initializer_list<ColumnOrName> columns) const { return dropColumns(columnsOf(columns)); }

DataFrame DataFrame::orderBy(std::initializer_list<ColumnOrName> columns) const { return orderBy(columnsOf(columns)); }

DataFrame DataFrame::sort(std::initializer_list<ColumnOrName> columns) const { return orderBy(columnsOf(columns)); }

DataFrame DataFrame::select(const std::vector<std::string>& names) const { return selectColumns(columnsNamed(names)); }

DataFrame DataFrame::selectColumns(const std::vector<Column>& columns) const {
  return with(build::project(plan_, expressionsOf(columns)));
}

DataFrame DataFrame::selectTexts(const std::vector<std::string>& expressions) const {
  std::vector<Column> columns;
  for (const std::string& text : expressions) columns.push_back(ferro::expr(text));
  return selectColumns(columns);
}

DataFrame DataFrame::withColumn(const std::string& name, const Operand& column) const {
  return withColumns({{name, Column(column.expression())}});
}

DataFrame DataFrame::withColumns(const std::vector<std::pair<std::string, Column>>& columns) const {
  std::vector<ExprPtr> list = referencesTo(plan_->output());
  for (const auto& [name, column] : columns) {
    const ExprPtr made = column.as(name).expression();
    bool replaced = false;
    for (size_t i = 0; i < plan_->output().size(); ++i) {
      if (!sameName(plan_->output()[i].name, name)) continue;
      list[i] = made;
      replaced = true;
    }
    if (!replaced) list.push_back(made);
  }
  return with(build::project(plan_, list));
}

DataFrame DataFrame::withColumnRenamed(const std::string& from, const std::string& to) const {
  return withColumnsRenamed({{from, to}});
}

DataFrame DataFrame::withColumnsRenamed(const std::map<std::string, std::string>& names) const {
  std::vector<ExprPtr> list = referencesTo(plan_->output());
  for (ExprPtr& entry : list) {
    for (const auto& [from, to] : names) {
      if (!sameName(entry->name, from)) continue;
      entry = expr::alias(entry, to);
      break;
    }
  }
  return with(build::project(plan_, list));
}

// What is not there is dropped already.
DataFrame DataFrame::dropColumns(const std::vector<Column>& columns) const {
  std::vector<ExprPtr> kept;
  for (const Attribute& attribute : plan_->output()) {
    const bool dropped = std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
      const Expr& node = *column.expression();
      if (node.kind == ExprKind::kAttribute) return node.attribute == attribute.id;
      return node.kind == ExprKind::kName && sameName(nameParts(node.name).back(), attribute.name);
    });
    if (!dropped) kept.push_back(attribute.reference());
  }
  return with(build::project(plan_, kept));
}

DataFrame DataFrame::drop(const std::vector<std::string>& names) const { return dropColumns(columnsNamed(names)); }

DataFrame DataFrame::renameAll(const std::vector<std::string>& names) const {
  if (names.size() != plan_->output().size()) {
    throw Error(ErrorCode::kInvalidArgument, "toDF() was given " + std::to_string(names.size()) + " names for " +
                                                 std::to_string(plan_->output().size()) + " columns");
  }
  std::vector<ExprPtr> list = referencesTo(plan_->output());
  for (size_t i = 0; i < names.size(); ++i) list[i] = expr::alias(list[i], names[i]);
  return with(build::project(plan_, list));
}

DataFrame DataFrame::as(const std::string& alias) const { return with(build::qualified(plan_, alias)); }

DataFrame DataFrame::where(const Column& condition) const { return with(build::filter(plan_, condition.expression())); }

DataFrame DataFrame::where(std::string_view condition) const { return where(ferro::expr(condition)); }

DataFrame DataFrame::distinct() const { return with(build::distinct(plan_, plan_->output())); }

DataFrame DataFrame::dropDuplicates(const std::vector<std::string>& columns) const {
  Attributes keys;
  for (const std::string& name : columns) keys.push_back(attributeOf(*findColumn(plan_->output(), quoted(name))));
  return with(build::distinct(plan_, keys));
}

DataFrame DataFrame::dropDuplicates(std::initializer_list<std::string_view> columns) const {
  return dropDuplicates(std::vector<std::string>(columns.begin(), columns.end()));
}

DataFrame DataFrame::limit(int64_t numRows) const {
  if (numRows < 0) {
    throw Error(ErrorCode::kInvalidArgument,
                "limit() takes the number of rows, and was given " + std::to_string(numRows));
  }
  return with(std::make_shared<const LimitPlan>(plan_, numRows));
}

DataFrame DataFrame::sample(double fraction, std::optional<int64_t> seed) const {
  return sampled(false, fraction, seed);
}

DataFrame DataFrame::sampled(bool withReplacement, double fraction, std::optional<int64_t> seed) const {
  return with(build::sample(plan_, withReplacement, fraction, seed));
}

std::vector<DataFrame> DataFrame::randomSplit(const std::vector<double>& weights, std::optional<int64_t> seed) const {
  std::vector<DataFrame> parts;
  for (PlanPtr& part : build::randomSplit(plan_, weights, seed)) parts.push_back(with(std::move(part)));
  return parts;
}

GroupedData DataFrame::groupBy(const std::vector<Column>& columns) const {
  return {*this, resolveList(expressionsOf(columns), plan_->output())};
}

GroupedData DataFrame::groupBy(const std::vector<std::string>& names) const { return groupBy(columnsNamed(names)); }

GroupedData DataFrame::groupBy(std::initializer_list<ColumnOrName> columns) const {
  return groupBy(columnsOf(columns));
}

DataFrame DataFrame::aggregate(const std::vector<Column>& columns) const { return groupBy().agg(columns); }

DataFrame DataFrame::join(const DataFrame& right, const std::string& using_, const std::string& type) const {
  return join(right, std::vector<std::string>{using_}, type);
}

DataFrame DataFrame::join(const DataFrame& right, const std::vector<std::string>& using_,
                          const std::string& type) const {
  return with(build::joinUsing(plan_, right.plan(), using_, build::parseJoinType(type)));
}

DataFrame DataFrame::join(const DataFrame& right, std::initializer_list<std::string_view> using_,
                          const std::string& type) const {
  return join(right, std::vector<std::string>(using_.begin(), using_.end()), type);
}

DataFrame DataFrame::join(const DataFrame& right, const Column& condition, const std::string& type) const {
  return with(build::join(plan_, right.plan(), condition.expression(), build::parseJoinType(type)));
}

DataFrame DataFrame::crossJoin(const DataFrame& right) const {
  return with(build::join(plan_, right.plan(), nullptr, JoinType::kInner));
}

DataFrame DataFrame::union_(const DataFrame& other) const { return with(build::unionOf(plan_, other.plan())); }

DataFrame DataFrame::unionByName(const DataFrame& other, bool allowMissingColumns) const {
  return with(build::unionByName(plan_, other.plan(), allowMissingColumns));
}

DataFrame DataFrame::intersect(const DataFrame& other) const {
  return with(build::setOperation(plan_, other.plan(), JoinType::kSemi));
}

DataFrame DataFrame::except(const DataFrame& other) const {
  return with(build::setOperation(plan_, other.plan(), JoinType::kAnti));
}

DataFrame DataFrame::orderBy(const std::vector<std::string>& names) const {
  return sortColumns(columnsNamed(names), true);
}

DataFrame DataFrame::sortColumns(const std::vector<Column>& columns, bool global) const {
  return with(build::sort(plan_, expressionsOf(columns), global));
}

DataFrame DataFrame::repartition(int numPartitions) const {
  return with(build::repartition(plan_, RepartitionPlan::How::kByContent, numPartitions, {}));
}

DataFrame DataFrame::repartitionBy(int numPartitions, const std::vector<Column>& columns) const {
  return with(build::repartition(plan_, RepartitionPlan::How::kByKeys, numPartitions, expressionsOf(columns)));
}

DataFrame DataFrame::coalesce(int numPartitions) const {
  return with(build::repartition(plan_, RepartitionPlan::How::kCoalesce, numPartitions, {}));
}

}  // namespace ferro
