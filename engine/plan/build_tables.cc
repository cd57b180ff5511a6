#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/expr/functions.h"
#include "ferro/engine/plan/build.h"
#include "ferro/engine/plan/names.h"
#include "ferro/engine/plan/resolver.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::build {
namespace {

struct JoinSpelling {
  std::string_view text;
  JoinType type;
};

constexpr std::array<JoinSpelling, 16> kJoinSpellings{{{"inner", JoinType::kInner},
                                                       {"cross", JoinType::kInner},
                                                       {"left", JoinType::kLeft},
                                                       {"leftouter", JoinType::kLeft},
                                                       {"left_outer", JoinType::kLeft},
                                                       {"right", JoinType::kRight},
                                                       {"rightouter", JoinType::kRight},
                                                       {"right_outer", JoinType::kRight},
                                                       {"full", JoinType::kFull},
                                                       {"outer", JoinType::kFull},
                                                       {"fullouter", JoinType::kFull},
                                                       {"full_outer", JoinType::kFull},
                                                       {"semi", JoinType::kSemi},
                                                       {"left_semi", JoinType::kSemi},
                                                       {"anti", JoinType::kAnti},
                                                       {"left_anti", JoinType::kAnti}}};

// A plan joined with itself has each column twice: those of the right side get new ids.
PlanPtr withOwnIds(const Plan& left, const PlanPtr& right) {
  bool clash = false;
  std::vector<ExprPtr> list;
  for (const Attribute& column : right->output()) {
    const bool taken = findAttribute(left.output(), column.id) != nullptr;
    clash |= taken;
    list.push_back(taken ? expr::alias(column.reference(), column.name, newAttributeId()) : column.reference());
  }
  if (!clash) return right;
  PlanPtr renamed = std::make_shared<const ProjectPlan>(right, std::move(list));
  const std::string& alias = right->output().front().qualifier;
  return alias.empty() ? renamed : std::make_shared<const AliasPlan>(std::move(renamed), alias);
}

Attributes bothSides(const Plan& left, const Plan& right) {
  Attributes columns = left.output();
  columns.insert(columns.end(), right.output().begin(), right.output().end());
  return columns;
}

const Attribute& usedColumn(const Plan& side, const std::string& name, std::string_view which) {
  const Attribute* found = nullptr;
  for (const Attribute& column : side.output()) {
    if (!sameName(column.name, name)) continue;
    if (found != nullptr) findColumn(side.output(), name);  // says which ones
    found = &column;
  }
  if (found != nullptr) return *found;
  std::string names;
  for (const Attribute& column : side.output()) names += (names.empty() ? "`" : ", `") + column.name + "`";
  throw Error(ErrorCode::kNotFound, "[UNRESOLVED_USING_COLUMN_FOR_JOIN] USING column `" + name +
                                        "` cannot be resolved on the " + std::string(which) +
                                        " side of the join; the columns there are [" + names + "]");
}

ExprPtr keyOfUsing(const Attribute& left, const Attribute& right, JoinType type) {
  if (type == JoinType::kRight) return right.reference();
  if (type != JoinType::kFull) return left.reference();
  const auto either = resolveCall(expr::call("coalesce", {left.reference(), right.reference()}));
  return expr::alias(either, left.name, newAttributeId());
}

bool isOneOf(const std::vector<const Attribute*>& keys, const Attribute& column) {
  return std::any_of(keys.begin(), keys.end(), [&](const Attribute* key) { return key->id == column.id; });
}

// The plan's columns cast to these types, where they differ.
PlanPtr castColumns(const PlanPtr& plan, const std::vector<TypePtr>& types) {
  std::vector<ExprPtr> list;
  bool differs = false;
  for (size_t i = 0; i < types.size(); ++i) {
    const Attribute& column = plan->output()[i];
    const bool same = column.type->Equals(*types[i]);
    differs |= !same;
    list.push_back(same ? column.reference()
                        : expr::alias(expr::cast(column.reference(), types[i]), column.name, newAttributeId()));
  }
  return differs ? std::make_shared<const ProjectPlan>(plan, std::move(list)) : plan;
}

void checkSameWidth(const Plan& left, const Plan& right, std::string_view operation) {
  if (left.output().size() == right.output().size()) return;
  throw Error(ErrorCode::kInvalidArgument,
              "[NUM_COLUMNS_MISMATCH] " + std::string(operation) +
                  " can only be performed on inputs with the same number of columns, but the first input has " +
                  std::to_string(left.output().size()) + " columns and the second input has " +
                  std::to_string(right.output().size()) + " columns.");
}

std::vector<TypePtr> commonTypes(const Plan& left, const Plan& right, std::string_view operation) {
  std::vector<TypePtr> types;
  for (size_t i = 0; i < left.output().size(); ++i) {
    const Attribute& a = left.output()[i];
    const Attribute& b = right.output()[i];
    types.push_back(commonType(a.type, b.type));
    if (types.back() != nullptr) continue;
    throw Error(ErrorCode::kInvalidArgument,
                "[INCOMPATIBLE_COLUMN_TYPE] " + std::string(operation) + ": column " + std::to_string(i + 1) + " (`" +
                    a.name + "`) is " + quotedSqlName(*a.type) + " in the first table and " + quotedSqlName(*b.type) +
                    " in the second, which have no common type; cast one of them");
  }
  return types;
}

int64_t seedOr(std::optional<int64_t> seed) {
  if (seed) return *seed;
  std::random_device device;
  return static_cast<int64_t>((static_cast<uint64_t>(device()) << 32) | device());
}

bool isOrderable(const arrow::DataType& type) { return type.id() != arrow::Type::MAP && type.id() != arrow::Type::NA; }

}  // namespace

JoinType parseJoinType(std::string_view text) {
  std::vector<std::string_view> names;
  for (const JoinSpelling& spelling : kJoinSpellings) {
    if (sameName(spelling.text, text)) return spelling.type;
    names.push_back(spelling.text);
  }
  if (sameName(text, "leftsemi")) return JoinType::kSemi;
  if (sameName(text, "leftanti")) return JoinType::kAnti;
  throw Error(ErrorCode::kInvalidArgument,
              "[UNSUPPORTED_JOIN_TYPE] there is no join type \"" + std::string(text) + "\"; did you mean \"" +
                  std::string(*nearestName(text, names)) +
                  "\"? There are inner, cross, left, right, full, left_semi and left_anti");
}

PlanPtr join(const PlanPtr& left, const PlanPtr& right, const ExprPtr& condition, JoinType type) {
  const PlanPtr own = withOwnIds(*left, right);
  ExprPtr resolved;
  if (condition != nullptr) resolved = resolveCondition(condition, bothSides(*left, *own), "join()");
  return std::make_shared<const JoinPlan>(left, own, type, std::move(resolved));
}

PlanPtr joinUsing(const PlanPtr& left, const PlanPtr& right, const std::vector<std::string>& columns, JoinType type) {
  const PlanPtr own = withOwnIds(*left, right);
  std::vector<const Attribute*> leftKeys;
  std::vector<const Attribute*> rightKeys;
  std::vector<ExprPtr> list;
  ExprPtr condition;
  for (const std::string& name : columns) {
    leftKeys.push_back(&usedColumn(*left, name, "left"));
    rightKeys.push_back(&usedColumn(*own, name, "right"));
    list.push_back(keyOfUsing(*leftKeys.back(), *rightKeys.back(), type));
    const auto equal = resolveCall(expr::call("=", {leftKeys.back()->reference(), rightKeys.back()->reference()}));
    condition = condition == nullptr ? equal : resolveCall(expr::call("and", {condition, equal}));
  }
  auto joined = std::make_shared<const JoinPlan>(left, own, type, std::move(condition));
  if (type == JoinType::kSemi || type == JoinType::kAnti) return joined;
  for (const Attribute& column : joined->output()) {
    if (!isOneOf(leftKeys, column) && !isOneOf(rightKeys, column)) list.push_back(column.reference());
  }
  return std::make_shared<const ProjectPlan>(std::move(joined), std::move(list));
}

PlanPtr unionOf(const PlanPtr& left, const PlanPtr& right) {
  checkSameWidth(*left, *right, "UNION");
  const std::vector<TypePtr> types = commonTypes(*left, *right, "UNION");
  Attributes output;
  for (size_t i = 0; i < types.size(); ++i) {
    const Attribute& a = left->output()[i];
    output.push_back({newAttributeId(), a.name, types[i], a.nullable || right->output()[i].nullable, {}});
  }
  std::vector<PlanPtr> children{castColumns(left, types), castColumns(right, types)};
  return std::make_shared<const UnionPlan>(std::move(children), std::move(output));
}

PlanPtr unionByName(const PlanPtr& left, const PlanPtr& right, bool allowMissingColumns) {
  std::vector<ExprPtr> leftList;
  std::vector<ExprPtr> rightList;
  const auto missing = [&](const Attribute& column) {
    return expr::alias(expr::null(column.type), column.name, newAttributeId());
  };
  for (const Attribute& column : left->output()) {
    leftList.push_back(column.reference());
    const Attribute* other = findByName(right->output(), column.name);
    if (other == nullptr && !allowMissingColumns) findColumn(right->output(), "`" + column.name + "`");
    rightList.push_back(other != nullptr ? other->reference() : missing(column));
  }
  for (const Attribute& column : right->output()) {
    if (findByName(left->output(), column.name) != nullptr) continue;
    if (!allowMissingColumns) findColumn(left->output(), "`" + column.name + "`");
    leftList.push_back(missing(column));
    rightList.push_back(column.reference());
  }
  return unionOf(std::make_shared<const ProjectPlan>(left, std::move(leftList)),
                 std::make_shared<const ProjectPlan>(right, std::move(rightList)));
}

PlanPtr setOperation(const PlanPtr& left, const PlanPtr& right, JoinType type) {
  const std::string_view operation = type == JoinType::kSemi ? "INTERSECT" : "EXCEPT";
  checkSameWidth(*left, *right, operation);
  const std::vector<TypePtr> types = commonTypes(*left, *right, operation);
  const PlanPtr first = castColumns(left, types);
  const PlanPtr second = withOwnIds(*first, castColumns(right, types));
  ExprPtr condition;
  for (size_t i = 0; i < types.size(); ++i) {
    const auto same = resolveCall(expr::call("<=>", {first->output()[i].reference(), second->output()[i].reference()}));
    condition = condition == nullptr ? same : resolveCall(expr::call("and", {condition, same}));
  }
  auto joined = std::make_shared<const JoinPlan>(first, second, type, std::move(condition));
  return distinct(joined, joined->output());
}

PlanPtr sample(const PlanPtr& plan, bool withReplacement, double fraction, std::optional<int64_t> seed) {
  const bool valid = fraction >= 0 && (withReplacement || fraction <= 1);
  if (!valid) {
    throw Error(ErrorCode::kInvalidArgument, "sample() takes a fraction of at least 0" +
                                                 std::string(withReplacement ? "" : " and at most 1") +
                                                 ", and was given " + std::to_string(fraction));
  }
  return std::make_shared<const SamplePlan>(plan, 0.0, fraction, withReplacement, seedOr(seed));
}

// Spark sorts each partition before it draws, so that the parts do not depend on the order in which rows happen to
// come.
std::vector<PlanPtr> randomSplit(const PlanPtr& plan, const std::vector<double>& weights, std::optional<int64_t> seed) {
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight >= 0)) {
      throw Error(ErrorCode::kInvalidArgument,
                  "randomSplit() takes weights of at least 0, and one is " + std::to_string(weight));
    }
    sum += weight;
  }
  if (!(sum > 0)) throw Error(ErrorCode::kInvalidArgument, "randomSplit() takes weights whose sum is more than 0");
  std::vector<ExprPtr> keys;
  for (const Attribute& column : plan->output()) {
    if (isOrderable(*column.type)) keys.push_back(expr::sortKey(column.reference(), false, true));
  }
  const PlanPtr sorted = keys.empty() ? plan : std::make_shared<const SortPlan>(plan, std::move(keys), false);
  const int64_t own = seedOr(seed);
  std::vector<PlanPtr> parts;
  double lower = 0;
  for (const double weight : weights) {
    const double upper = lower + weight / sum;
    parts.push_back(std::make_shared<const SamplePlan>(sorted, lower, upper, false, own));
    lower = upper;
  }
  return parts;
}

PlanPtr repartition(const PlanPtr& plan, RepartitionPlan::How how, int numPartitions,
                    const std::vector<ExprPtr>& keys) {
  if (numPartitions < 1) {
    throw Error(ErrorCode::kInvalidArgument,
                "the number of partitions must be at least 1, and was given as " + std::to_string(numPartitions));
  }
  std::vector<ExprPtr> resolved;
  for (const ExprPtr& key : keys) resolved.push_back(resolve(key, plan->output()));
  return std::make_shared<const RepartitionPlan>(plan, how, numPartitions, std::move(resolved));
}

}  // namespace ferro::build
