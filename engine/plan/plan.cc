#include "ferro/engine/plan/plan.h"

#include <atomic>
#include <utility>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/plan/tree_text.h"
#include "ferro/engine/types/column_metadata.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

Attributes outputOf(const std::vector<ExprPtr>& list) {
  Attributes output;
  output.reserve(list.size());
  for (const ExprPtr& named : list) output.push_back(attributeOf(*named));
  return output;
}

Attributes asNullable(Attributes attributes) {
  for (Attribute& attribute : attributes) attribute.nullable = true;
  return attributes;
}

Attributes qualified(Attributes attributes, const std::string& alias) {
  for (Attribute& attribute : attributes) attribute.qualifier = alias;
  return attributes;
}

Attributes joined(Attributes left, const Attributes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

Attributes joinOutput(const Plan& left, const Plan& right, JoinType type) {
  switch (type) {
    case JoinType::kSemi:
    case JoinType::kAnti: return left.output();
    case JoinType::kLeft: return joined(left.output(), asNullable(right.output()));
    case JoinType::kRight: return joined(asNullable(left.output()), right.output());
    case JoinType::kFull: return joined(asNullable(left.output()), asNullable(right.output()));
    case JoinType::kInner: return joined(left.output(), right.output());
  }
  return {};
}

std::string list(const std::vector<ExprPtr>& expressions) {
  std::string text;
  for (const ExprPtr& expression : expressions) text += (text.empty() ? "" : ", ") + expr::text(*expression, true);
  return "[" + text + "]";
}

std::string names(const Attributes& attributes) {
  std::string text;
  for (const Attribute& attribute : attributes) {
    text += (text.empty() ? "" : ", ") + expr::text(*attribute.reference(), true);
  }
  return "[" + text + "]";
}

}  // namespace

AttributeId newAttributeId() {
  static std::atomic<AttributeId> next{0};
  return next++;
}

Attribute attributeOf(const Expr& named) {
  if (named.kind != ExprKind::kAttribute && named.kind != ExprKind::kAlias) {
    throwInternal("a column of a plan has no name: " + expr::text(named, true));
  }
  return {named.attribute, named.name, named.type, named.nullable, {}, named.metadata};
}

const Attribute* findAttribute(const Attributes& attributes, AttributeId id) {
  for (const Attribute& attribute : attributes) {
    if (attribute.id == id) return &attribute;
  }
  return nullptr;
}

std::shared_ptr<arrow::Schema> schemaOf(const Attributes& attributes) {
  std::vector<std::shared_ptr<arrow::Field>> fields;
  fields.reserve(attributes.size());
  for (const Attribute& attribute : attributes) {
    fields.push_back(arrow::field(attribute.name, attribute.type, attribute.nullable));
  }
  return arrow::schema(std::move(fields));
}

std::string_view joinTypeName(JoinType type) {
  switch (type) {
    case JoinType::kInner: return "Inner";
    case JoinType::kLeft: return "LeftOuter";
    case JoinType::kRight: return "RightOuter";
    case JoinType::kFull: return "FullOuter";
    case JoinType::kSemi: return "LeftSemi";
    case JoinType::kAnti: return "LeftAnti";
  }
  return "";
}

Plan::Plan(PlanKind kind, std::vector<PlanPtr> children, Attributes output)
    : kind_(kind), children_(std::move(children)), output_(std::move(output)) {}

RelationPlan::RelationPlan(RelationPtr source, Attributes output, std::vector<int> positions,
                           std::vector<ExprPtr> conditions, std::optional<int64_t> rows)
    : Plan(PlanKind::kRelation, {}, std::move(output)),
      relation(std::move(source)),
      columns(std::move(positions)),
      filters(std::move(conditions)),
      limit(rows) {}

PlanPtr RelationPlan::of(RelationPtr relation) {
  Attributes output;
  std::vector<int> columns;
  for (const auto& field : relation->schema()->fields()) {
    columns.push_back(static_cast<int>(columns.size()));
    auto metadata = columnMetadata(*field);
    output.push_back({newAttributeId(),
                      field->name(),
                      field->type(),
                      field->nullable(),
                      {},
                      metadata ? std::make_shared<const std::string>(*std::move(metadata)) : nullptr});
  }
  return std::make_shared<const RelationPlan>(std::move(relation), std::move(output), std::move(columns),
                                              std::vector<ExprPtr>());
}

PlanPtr RelationPlan::withChildren(std::vector<PlanPtr>) const {
  return std::make_shared<const RelationPlan>(relation, output(), columns, filters, limit);
}

std::string RelationPlan::describe() const { return "Relation " + names(output()) + " " + relation->format(); }

ProjectPlan::ProjectPlan(PlanPtr child, std::vector<ExprPtr> expressions)
    : Plan(PlanKind::kProject, {std::move(child)}, outputOf(expressions)), list(std::move(expressions)) {}

PlanPtr ProjectPlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const ProjectPlan>(std::move(children.front()), list);
}

std::string ProjectPlan::describe() const { return "Project " + ferro::list(list); }

FilterPlan::FilterPlan(PlanPtr child, ExprPtr predicate)
    : Plan(PlanKind::kFilter, {child}, child->output()), condition(std::move(predicate)) {}

PlanPtr FilterPlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const FilterPlan>(std::move(children.front()), condition);
}

std::string FilterPlan::describe() const { return "Filter " + expr::text(*condition, true); }

GroupByPlan::GroupByPlan(PlanPtr child, std::vector<ExprPtr> keys, std::vector<ExprPtr> expressions)
    : Plan(PlanKind::kAggregate, {std::move(child)}, outputOf(expressions)),
      groupings(std::move(keys)),
      list(std::move(expressions)) {}

PlanPtr GroupByPlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const GroupByPlan>(std::move(children.front()), groupings, list);
}

std::string GroupByPlan::describe() const { return "Aggregate " + ferro::list(groupings) + ", " + ferro::list(list); }

JoinPlan::JoinPlan(PlanPtr left, PlanPtr right, JoinType how, ExprPtr on)
    : Plan(PlanKind::kJoin, {left, right}, joinOutput(*left, *right, how)), type(how), condition(std::move(on)) {}

PlanPtr JoinPlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const JoinPlan>(std::move(children[0]), std::move(children[1]), type, condition);
}

std::string JoinPlan::describe() const {
  const bool isCross = type == JoinType::kInner && condition == nullptr;
  return "Join " + (isCross ? "Cross" : std::string(joinTypeName(type))) +
         (condition == nullptr ? std::string() : ", " + expr::text(*condition, true));
}

SortPlan::SortPlan(PlanPtr child, std::vector<ExprPtr> order, bool acrossPartitions)
    : Plan(PlanKind::kSort, {child}, child->output()), keys(std::move(order)), global(acrossPartitions) {}

PlanPtr SortPlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const SortPlan>(std::move(children.front()), keys, global);
}

std::string SortPlan::describe() const { return "Sort " + ferro::list(keys) + (global ? ", true" : ", false"); }

LimitPlan::LimitPlan(PlanPtr child, int64_t most) : Plan(PlanKind::kLimit, {child}, child->output()), rows(most) {}

PlanPtr LimitPlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const LimitPlan>(std::move(children.front()), rows);
}

std::string LimitPlan::describe() const { return "GlobalLimit " + std::to_string(rows); }

UnionPlan::UnionPlan(std::vector<PlanPtr> children, Attributes output)
    : Plan(PlanKind::kUnion, std::move(children), std::move(output)) {}

PlanPtr UnionPlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const UnionPlan>(std::move(children), output());
}

std::string UnionPlan::describe() const { return "Union"; }

SamplePlan::SamplePlan(PlanPtr child, double lower, double upper, bool again, int64_t randomSeed)
    : Plan(PlanKind::kSample, {child}, child->output()),
      lowerBound(lower),
      upperBound(upper),
      withReplacement(again),
      seed(randomSeed) {}

PlanPtr SamplePlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const SamplePlan>(std::move(children.front()), lowerBound, upperBound, withReplacement, seed);
}

std::string SamplePlan::describe() const {
  return "Sample " + std::to_string(lowerBound) + ", " + std::to_string(upperBound) + ", " +
         (withReplacement ? "true, " : "false, ") + std::to_string(seed);
}

RepartitionPlan::RepartitionPlan(PlanPtr child, How way, std::optional<int> number, std::vector<ExprPtr> by)
    : Plan(PlanKind::kRepartition, {child}, child->output()), how(way), numPartitions(number), keys(std::move(by)) {}

PlanPtr RepartitionPlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const RepartitionPlan>(std::move(children.front()), how, numPartitions, keys);
}

std::string RepartitionPlan::describe() const {
  const std::string number = numPartitions ? std::to_string(*numPartitions) : "";
  if (keys.empty()) return "Repartition " + number + (how == How::kCoalesce ? ", false" : ", true");
  return "RepartitionByExpression " + ferro::list(keys) + (number.empty() ? "" : ", " + number);
}

GeneratePlan::GeneratePlan(PlanPtr child, ExprPtr call, Attributes columns)
    : Plan(PlanKind::kGenerate, {child}, joined(child->output(), columns)),
      generator(std::move(call)),
      generated(std::move(columns)) {}

PlanPtr GeneratePlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const GeneratePlan>(std::move(children.front()), generator, generated);
}

std::string GeneratePlan::describe() const {
  return "Generate " + expr::text(*generator, true) + ", " + names(generated);
}

AliasPlan::AliasPlan(PlanPtr child, std::string name)
    : Plan(PlanKind::kAlias, {child}, qualified(child->output(), name)), alias(std::move(name)) {}

PlanPtr AliasPlan::withChildren(std::vector<PlanPtr> children) const {
  return std::make_shared<const AliasPlan>(std::move(children.front()), alias);
}

std::string AliasPlan::describe() const { return "SubqueryAlias " + alias; }

CachedPlan::CachedPlan(MakeNode stored, Attributes output, std::string title)
    : Plan(PlanKind::kCached, {}, std::move(output)), node(std::move(stored)), name(std::move(title)) {}

PlanPtr CachedPlan::withChildren(std::vector<PlanPtr>) const {
  return std::make_shared<const CachedPlan>(node, output(), name);
}

std::string CachedPlan::describe() const { return name + " " + names(output()); }

std::string treeText(const Plan& plan) {
  std::string text;
  detail::writeTree(text, plan, [](const Plan& step) { return step.describe(); });
  return text;
}

}  // namespace ferro
