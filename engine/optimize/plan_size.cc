#include "ferro/engine/optimize/plan_size.h"

#include <algorithm>

#include <arrow/type.h>

namespace ferro {
namespace {

constexpr int64_t kRowHeader = 8;
constexpr int64_t kTextBytes = 20;
constexpr int64_t kNestedBytes = 100;

int64_t widthOf(const arrow::DataType& type) {
  if (type.id() == arrow::Type::BOOL) return 1;
  if (arrow::is_fixed_width(type.id())) return std::max(1, type.bit_width() / 8);
  return type.num_fields() > 0 ? kNestedBytes : kTextBytes;
}

int64_t scaled(int64_t bytes, int64_t part, int64_t whole) {
  if (whole <= 0) return bytes;
  return static_cast<int64_t>(static_cast<double>(bytes) * static_cast<double>(part) / static_cast<double>(whole));
}

int64_t widthOfSchema(const arrow::Schema& schema) {
  int64_t bytes = kRowHeader;
  for (const auto& field : schema.fields()) bytes += widthOf(*field->type());
  return bytes;
}

}  // namespace

int64_t estimatedRowBytes(const Attributes& columns) {
  int64_t bytes = kRowHeader;
  for (const Attribute& column : columns) bytes += widthOf(*column.type);
  return bytes;
}

// A step that keeps all rows makes its input narrower or wider; a filter is not trusted to drop any, as in Spark
// without statistics, so that nothing is broadcast by hope.
std::optional<int64_t> estimatedBytes(const Plan& plan) {
  switch (plan.kind()) {
    case PlanKind::kRelation: {
      const auto& relation = static_cast<const RelationPlan&>(plan);
      const auto bytes = relation.relation->sizeInBytes();
      if (!bytes) return std::nullopt;
      return scaled(*bytes, estimatedRowBytes(plan.output()), widthOfSchema(*relation.relation->schema()));
    }
    case PlanKind::kCached: return std::nullopt;
    case PlanKind::kLimit: {
      const int64_t most = static_cast<const LimitPlan&>(plan).rows * estimatedRowBytes(plan.output());
      const auto below = estimatedBytes(*plan.child());
      return below ? std::min(*below, most) : most;
    }
    case PlanKind::kUnion: {
      int64_t sum = 0;
      for (const PlanPtr& child : plan.children()) {
        const auto bytes = estimatedBytes(*child);
        if (!bytes) return std::nullopt;
        sum += *bytes;
      }
      return sum;
    }
    case PlanKind::kJoin: {
      const auto left = estimatedBytes(*plan.child(0));
      const auto right = estimatedBytes(*plan.child(1));
      const JoinType type = static_cast<const JoinPlan&>(plan).type;
      if (type == JoinType::kSemi || type == JoinType::kAnti) return left;
      if (!left || !right) return std::nullopt;
      return static_cast<const JoinPlan&>(plan).condition == nullptr ? std::nullopt : std::optional(*left + *right);
    }
    case PlanKind::kGenerate: return std::nullopt;
    default: {
      const auto below = estimatedBytes(*plan.child());
      if (!below) return std::nullopt;
      return scaled(*below, estimatedRowBytes(plan.output()), estimatedRowBytes(plan.child()->output()));
    }
  }
}

}  // namespace ferro
