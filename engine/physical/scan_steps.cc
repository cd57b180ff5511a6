#include <algorithm>

#include <arrow/type.h>

#include "ferro/common/letter_case.h"
#include "ferro/engine/physical/step_text.h"
#include "ferro/engine/physical/steps.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::steps {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

}  // namespace

Scan::Scan(std::shared_ptr<const RelationPlan> plan) : PhysicalPlan({}, plan->output(), {}), plan_(std::move(plan)) {}

std::string Scan::describe() const {
  const Relation& relation = *plan_->relation;
  const auto paths = relation.paths();
  if (paths.empty()) return relation.format() + " " + listText(output());
  std::vector<std::string> filters;
  for (const ExprPtr& filter : plan_->filters) filters.push_back(expr::text(*filter));
  return "FileScan " + relation.format() + " " + listText(output(), ",") + " Format: " + upperCase(relation.format()) +
         ", Location: InMemoryFileIndex(" + std::to_string(paths.size()) + " paths)[" + joined(paths) +
         "], PushedFilters: [" + joined(filters) +
         "], ReadSchema: " + sqlName(*arrow::struct_(schemaOf(output())->fields()));
}

BatchNodePtr Scan::build(const SessionPtr& session) const {
  return plan_->relation->scan(session, {.columns = plan_->columns, .filters = plan_->filters, .limit = plan_->limit});
}

Existing::Existing(std::shared_ptr<const CachedPlan> plan)
    : PhysicalPlan({}, plan->output(), {}), plan_(std::move(plan)) {}

std::string Existing::describe() const { return plan_->name + " " + listText(output()); }

BatchNodePtr Existing::build(const SessionPtr&) const { return plan_->node(); }

}  // namespace ferro::steps
