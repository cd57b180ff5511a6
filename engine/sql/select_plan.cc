#include <algorithm>
#include <utility>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/plan/build.h"
#include "ferro/engine/plan/names.h"
#include "ferro/engine/plan/resolver.h"
#include "ferro/engine/sql/select_statement.h"

namespace ferro::sql {
namespace {

// GROUP BY 1 and ORDER BY 1 count the select list from 1.
std::optional<size_t> ordinalOf(const Expr& written, size_t numColumns, std::string_view clause) {
  if (written.kind != ExprKind::kLiteral || written.type->id() != arrow::Type::INT32) return std::nullopt;
  const int32_t ordinal = static_cast<const arrow::Int32Scalar&>(*written.literal).value;
  if (ordinal >= 1 && static_cast<size_t>(ordinal) <= numColumns) return static_cast<size_t>(ordinal) - 1;
  std::string code(clause);
  std::replace(code.begin(), code.end(), ' ', '_');
  throw Error(ErrorCode::kInvalidArgument, "[" + code + "_POS_OUT_OF_RANGE] " + std::string(clause) + " position " +
                                               std::to_string(ordinal) + " is not in select list (valid range is [1, " +
                                               std::to_string(numColumns) + "]).");
}

// Names that the table does not have, but the select list gives, stand for what has the name there.
ExprPtr withoutAliases(const ExprPtr& written, const SelectStatement& statement, const Attributes& input) {
  return expr::transform(written, [&](const ExprPtr& node) -> ExprPtr {
    if (node->kind != ExprKind::kName) return node;
    const std::vector<std::string> parts = nameParts(node->name);
    if (parts.size() > 1 || findByName(input, parts.front()) != nullptr) return node;
    for (const ExprPtr& entry : statement.list) {
      if (entry->kind == ExprKind::kAlias && sameName(entry->name, parts.front())) return entry->children.front();
    }
    return node;
  });
}

// A name with the table's in front of it means the table's column, also where the select list has another of that name.
ExprPtr withColumnsOf(const ExprPtr& written, const SelectStatement& statement, const Attributes& input) {
  return expr::transform(written, [&](const ExprPtr& node) -> ExprPtr {
    if (node->kind != ExprKind::kName) return node;
    const std::vector<std::string> parts = nameParts(node->name);
    return parts.size() > 1 && sameName(parts.front(), statement.alias) ? resolve(node, input) : node;
  });
}

const Attribute* outputOf(const Expr& written, const Attributes& output, std::string_view clause) {
  if (const auto ordinal = ordinalOf(written, output.size(), clause)) return &output[*ordinal];
  if (written.kind != ExprKind::kName) return nullptr;
  const std::vector<std::string> parts = nameParts(written.name);
  return parts.size() == 1 ? findByName(output, parts.front()) : nullptr;
}

ExprPtr keyOn(const Expr& key, ExprPtr value) {
  return expr::sortKey(std::move(value), key.descending, key.nullsFirst);
}

// ORDER BY, by what was selected from the input or, where no duplicates were taken out, by its other columns.
PlanPtr ordered(const SelectStatement& statement, const PlanPtr& plan, const Attributes& input) {
  if (statement.order.empty()) return plan;
  std::vector<ExprPtr> keys;
  for (const ExprPtr& key : statement.order) {
    const Attribute* column = outputOf(key->child(), plan->output(), "ORDER BY");
    keys.push_back(column == nullptr ? withColumnsOf(key, statement, input) : keyOn(*key, column->reference()));
  }
  return build::sort(plan, keys, true);
}

PlanPtr withoutDuplicates(const PlanPtr& plan) { return build::distinct(plan, plan->output()); }

// Entries such as t.a + 1 are shown without the table's name.
std::vector<ExprPtr> listOver(const SelectStatement& statement, const Attributes& input) {
  std::vector<ExprPtr> list;
  for (const ExprPtr& entry : statement.list) {
    list.push_back(entry->kind == ExprKind::kName ? entry : withColumnsOf(entry, statement, input));
  }
  return list;
}

// A SELECT with groups or aggregates. What HAVING and ORDER BY need beside the select list is computed with it, under
// no name that users could see, and dropped at the end.
class GroupedSelect {
 public:
  GroupedSelect(const SelectStatement& statement, PlanPtr input)
      : statement_(statement),
        input_(std::move(input)),
        list_(resolveList(listOver(statement, input_->output()), input_->output())) {
    for (const ExprPtr& entry : list_) output_.push_back(attributeOf(*entry));
  }

  PlanPtr plan() {
    std::vector<ExprPtr> groupings;
    for (const ExprPtr& written : statement_.groupings) groupings.push_back(grouping(written));
    const ExprPtr having = statement_.having == nullptr ? nullptr : hidden(condition());
    std::vector<ExprPtr> keys;
    for (const ExprPtr& key : statement_.order) keys.push_back(keyOn(*key, sortValue(key->children.front())));
    PlanPtr plan = build::aggregate(input_, groupings, list_);
    if (having != nullptr) plan = std::make_shared<const FilterPlan>(plan, having);
    if (statement_.distinct) return ordered(statement_, withoutDuplicates(visible(plan)), columns());
    return visible(keys.empty() ? plan : build::sort(plan, keys, true));
  }

 private:
  const Attributes& columns() const { return input_->output(); }

  ExprPtr grouping(const ExprPtr& written) const {
    const auto ordinal = ordinalOf(*written, list_.size(), "GROUP BY");
    ExprPtr value = ordinal ? list_[*ordinal] : resolve(withoutAliases(written, statement_, columns()), columns());
    if (value->kind == ExprKind::kAlias) value = value->children.front();
    if (!containsAggregate(*value)) return value;
    throw Error(ErrorCode::kInvalidArgument,
                "[GROUP_BY_AGGREGATE] Aggregate functions are not allowed in GROUP BY, but "
                "found " +
                    expr::columnName(*value) + ".");
  }

  ExprPtr condition() const {
    return resolveCondition(withoutAliases(statement_.having, statement_, columns()), columns(), "HAVING");
  }

  ExprPtr sortValue(const ExprPtr& written) {
    if (const Attribute* column = outputOf(*written, output_, "ORDER BY")) return column->reference();
    if (statement_.distinct) return written;  // only what is selected can be ordered by, which ordered() sees to
    return hidden(resolve(withoutAliases(written, statement_, columns()), columns()));
  }

  ExprPtr hidden(const ExprPtr& resolved) {
    list_.push_back(expr::alias(resolved, expr::columnName(*resolved), newAttributeId()));
    return attributeOf(*list_.back()).reference();
  }

  PlanPtr visible(const PlanPtr& plan) const {
    if (list_.size() == output_.size()) return plan;
    std::vector<ExprPtr> kept;
    for (const Attribute& column : output_) kept.push_back(column.reference());
    return std::make_shared<const ProjectPlan>(plan, std::move(kept));
  }

  const SelectStatement& statement_;
  PlanPtr input_;
  std::vector<ExprPtr> list_;  // resolved; what is hidden stands behind what was asked for
  Attributes output_{};
};

bool isGrouped(const SelectStatement& statement) {
  return !statement.groupings.empty() || statement.having != nullptr ||
         std::any_of(statement.list.begin(), statement.list.end(),
                     [](const ExprPtr& entry) { return containsAggregate(*entry); });
}

}  // namespace

PlanPtr planOf(const SelectStatement& statement, const PlanPtr& table) {
  PlanPtr plan = build::qualified(table, statement.alias);
  if (statement.where != nullptr) plan = build::filter(plan, statement.where);
  if (isGrouped(statement)) {
    plan = GroupedSelect(statement, plan).plan();
  } else {
    const PlanPtr selected = build::project(plan, listOver(statement, plan->output()));
    plan = ordered(statement, statement.distinct ? withoutDuplicates(selected) : selected, plan->output());
  }
  return statement.limit ? std::make_shared<const LimitPlan>(plan, *statement.limit) : plan;
}

}  // namespace ferro::sql
