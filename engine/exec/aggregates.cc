#include "ferro/engine/exec/aggregates.h"

#include <algorithm>
#include <array>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/exec/aggregate_state.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/compare_values.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

using Types = std::vector<DataTypePtr>;

bool isInteger(const arrow::DataType& type) {
  return type.id() == arrow::Type::INT8 || type.id() == arrow::Type::INT16 || type.id() == arrow::Type::INT32 ||
         type.id() == arrow::Type::INT64;
}

bool isFloating(const arrow::DataType& type) {
  return type.id() == arrow::Type::FLOAT || type.id() == arrow::Type::DOUBLE;
}

bool isDecimal(const arrow::DataType& type) { return type.id() == arrow::Type::DECIMAL128; }

[[noreturn]] void throwMismatch(const AggregateSpec& spec, const Types& types, const std::string& takes) {
  std::string given;
  for (const auto& type : types) given += (given.empty() ? "" : ", ") + quotedSqlName(*type);
  throw Error(ErrorCode::kInvalidArgument,
              "[DATATYPE_MISMATCH] " + spec.function + "(" + given + "): it takes " + takes);
}

// What a number is taken as. Text and nulls are cast to double, as Spark does.
DataTypePtr numberType(const AggregateSpec& spec, const Types& types, size_t index) {
  const DataTypePtr& type = types[index];
  if (isInteger(*type) || isFloating(*type) || isDecimal(*type)) return type;
  if (type->id() == arrow::Type::STRING || type->id() == arrow::Type::NA) return arrow::float64();
  throwMismatch(spec, types, "a number");
}

// The same for functions that compute with doubles alone.
DataTypePtr plainNumberType(const AggregateSpec& spec, const Types& types, size_t index) {
  DataTypePtr type = numberType(spec, types, index);
  return isDecimal(*type) ? arrow::float64() : type;
}

AggregateSignature resolveCount(const AggregateSpec&, const Types& types) {
  return {types, arrow::int64(), {arrow::int64()}, false};
}

AggregateSignature resolveCountIf(const AggregateSpec& spec, const Types& types) {
  if (types[0]->id() != arrow::Type::BOOL) throwMismatch(spec, types, "a condition");
  return {types, arrow::int64(), {arrow::int64()}, false};
}

AggregateSignature resolveSum(const AggregateSpec& spec, const Types& types) {
  const DataTypePtr type = numberType(spec, types, 0);
  const DataTypePtr sum = isDecimal(*type) ? sumType(*type) : isInteger(*type) ? arrow::int64() : arrow::float64();
  return {{type}, sum, {sum}, true};
}

AggregateSignature resolveAverage(const AggregateSpec& spec, const Types& types) {
  const DataTypePtr type = numberType(spec, types, 0);
  if (isDecimal(*type)) return {{type}, averageType(*type), {sumType(*type), arrow::int64()}, true};
  return {{type}, arrow::float64(), {arrow::float64(), arrow::int64()}, true};
}

AggregateSignature resolveExtreme(const AggregateSpec& spec, const Types& types) {
  const bool simple = types[0]->id() == arrow::Type::BOOL || isText(*types[0]) || fixedWidth(*types[0]) > 0;
  if (!simple) throwMismatch(spec, types, "a value that has an order: a number, text, a date or a time");
  return {types, types[0], {types[0]}, true};
}

AggregateSignature resolveTruth(const AggregateSpec& spec, const Types& types) {
  if (types[0]->id() != arrow::Type::BOOL) throwMismatch(spec, types, "a condition");
  return {types, types[0], {types[0]}, true};
}

AggregateSignature resolveMoments(const AggregateSpec& spec, const Types& types) {
  return {{plainNumberType(spec, types, 0)}, arrow::float64(), Types(5, arrow::float64()), true};
}

AggregateSignature resolveCovariance(const AggregateSpec& spec, const Types& types) {
  return {{plainNumberType(spec, types, 0), plainNumberType(spec, types, 1)},
          arrow::float64(),
          Types(6, arrow::float64()),
          true};
}

AggregateSignature resolveOneValue(const AggregateSpec&, const Types& types) {
  return {types, types[0], {types[0], arrow::boolean()}, true};
}

AggregateSignature resolveValueByOrder(const AggregateSpec& spec, const Types& types) {
  if (!hasOrder(*types[1])) throwMismatch(spec, types, "a value, and one that has an order");
  if (spec.parameters.empty()) return {types, types[0], types, true};
  constexpr double kMost = 100'000;
  if (!(spec.parameters[0] >= 1 && spec.parameters[0] < kMost + 1)) {
    throw Error(ErrorCode::kInvalidArgument, "[DATATYPE_MISMATCH.VALUE_OUT_OF_RANGE] " + spec.function +
                                                 ": the `k` must be between [1, 100000], not " +
                                                 std::to_string(spec.parameters[0]));
  }
  return {types, arrow::list(types[0]), {arrow::list(types[0]), arrow::list(types[1])}, true};
}

AggregateSignature resolveCollect(const AggregateSpec&, const Types& types) {
  return {types, arrow::list(types[0]), {arrow::list(types[0])}, false};
}

void requirePercentages(const AggregateSpec& spec, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (spec.parameters[i] >= 0 && spec.parameters[i] <= 1) continue;
    throw Error(ErrorCode::kInvalidArgument,
                spec.function + ": a percentage is between 0 and 1, not " + std::to_string(spec.parameters[i]));
  }
}

AggregateSignature resolvePercentile(const AggregateSpec& spec, const Types& types) {
  numberType(spec, types, 0);
  requirePercentages(spec, spec.parameters.size());
  const DataTypePtr type = spec.manyResults ? arrow::list(arrow::float64()) : arrow::float64();
  return {{arrow::float64()}, type, {arrow::list(arrow::float64())}, true};
}

AggregateSignature resolveApproximatePercentile(const AggregateSpec& spec, const Types& types) {
  const bool isTime = types[0]->id() == arrow::Type::DATE32 || types[0]->id() == arrow::Type::TIMESTAMP;
  const DataTypePtr type = isTime ? types[0] : plainNumberType(spec, types, 0);
  if (!spec.parameters.empty()) {
    requirePercentages(spec, spec.parameters.size() - 1);
    if (!(spec.parameters.back() >= 1)) {
      throw Error(ErrorCode::kInvalidArgument, spec.function + ": the accuracy is a number from 1 up, not " +
                                                   std::to_string(spec.parameters.back()));
    }
  }
  return {{type}, spec.manyResults ? arrow::list(type) : type, {arrow::binary()}, true};
}

AggregateSignature resolveSketch(const AggregateSpec&, const Types& types) {
  return {types, arrow::int64(), {arrow::binary()}, false};
}

using Resolve = AggregateSignature (*)(const AggregateSpec& spec, const Types& types);
using Make = AggregateStatePtr (*)(const AggregateSpec& spec, const Types& types);

struct Function {
  std::string_view name;
  size_t columns;
  Resolve resolve;
  Make make;
};

constexpr size_t kAnyColumns = ~size_t{0};

constexpr Make kCount = [](const AggregateSpec& spec, const Types&) { return makeCount(spec); };
constexpr Make kSum = [](const AggregateSpec&, const Types& types) { return makeSum(types[0]); };
constexpr Make kAverage = [](const AggregateSpec&, const Types& types) { return makeAverage(types[0]); };
constexpr Make kSmallest = [](const AggregateSpec&, const Types& types) { return makeExtreme(types[0], false); };
constexpr Make kLargest = [](const AggregateSpec&, const Types& types) { return makeExtreme(types[0], true); };
constexpr Make kMoments = [](const AggregateSpec& spec, const Types&) { return makeMoments(spec); };
constexpr Make kCovariance = [](const AggregateSpec& spec, const Types&) { return makeCovariance(spec); };
constexpr Make kFirst = [](const AggregateSpec& spec, const Types& types) {
  return makeFirst(types[0], spec.ignoreNulls);
};
constexpr Make kLast = [](const AggregateSpec& spec, const Types& types) {
  return makeLast(types[0], spec.ignoreNulls);
};
AggregateStatePtr makeByOrder(const AggregateSpec& spec, const Types& types, bool largest) {
  if (spec.parameters.empty()) return makeValueByOrder(types[0], types[1], largest);
  return makeTopByOrder(types[0], types[1], largest, static_cast<size_t>(spec.parameters[0]));
}
constexpr Make kValueOfSmallest = [](const AggregateSpec& spec, const Types& types) {
  return makeByOrder(spec, types, false);
};
constexpr Make kValueOfLargest = [](const AggregateSpec& spec, const Types& types) {
  return makeByOrder(spec, types, true);
};
constexpr Make kList = [](const AggregateSpec&, const Types& types) { return makeCollectList(types[0]); };
constexpr Make kSet = [](const AggregateSpec&, const Types& types) { return makeCollectSet(types[0]); };
constexpr Make kPercentile = [](const AggregateSpec& spec, const Types&) { return makePercentile(spec); };
constexpr Make kPercentileSketch = [](const AggregateSpec& spec, const Types& types) {
  return makeApproximatePercentile(spec, types[0]);
};
constexpr Make kDistinctSketch = [](const AggregateSpec& spec, const Types&) {
  return makeApproximateCountDistinct(spec);
};

constexpr std::array kFunctions{
    Function{"any", 1, resolveTruth, kLargest},
    Function{"any_value", 1, resolveOneValue, kFirst},
    Function{"approx_count_distinct", 1, resolveSketch, kDistinctSketch},
    Function{"approx_percentile", 1, resolveApproximatePercentile, kPercentileSketch},
    Function{"array_agg", 1, resolveCollect, kList},
    Function{"avg", 1, resolveAverage, kAverage},
    Function{"bool_and", 1, resolveTruth, kSmallest},
    Function{"bool_or", 1, resolveTruth, kLargest},
    Function{"collect_list", 1, resolveCollect, kList},
    Function{"collect_set", 1, resolveCollect, kSet},
    Function{"corr", 2, resolveCovariance, kCovariance},
    Function{"count", kAnyColumns, resolveCount, kCount},
    Function{"count_if", 1, resolveCountIf, [](const AggregateSpec&, const Types&) { return makeCountIf(); }},
    Function{"covar_pop", 2, resolveCovariance, kCovariance},
    Function{"covar_samp", 2, resolveCovariance, kCovariance},
    Function{"every", 1, resolveTruth, kSmallest},
    Function{"first", 1, resolveOneValue, kFirst},
    Function{"first_value", 1, resolveOneValue, kFirst},
    Function{"kurtosis", 1, resolveMoments, kMoments},
    Function{"last", 1, resolveOneValue, kLast},
    Function{"last_value", 1, resolveOneValue, kLast},
    Function{"max", 1, resolveExtreme, kLargest},
    Function{"max_by", 2, resolveValueByOrder, kValueOfLargest},
    Function{"mean", 1, resolveAverage, kAverage},
    Function{"median", 1, resolvePercentile, kPercentile},
    Function{"min", 1, resolveExtreme, kSmallest},
    Function{"min_by", 2, resolveValueByOrder, kValueOfSmallest},
    Function{"percentile", 1, resolvePercentile, kPercentile},
    Function{"percentile_approx", 1, resolveApproximatePercentile, kPercentileSketch},
    Function{"skewness", 1, resolveMoments, kMoments},
    Function{"some", 1, resolveTruth, kLargest},
    Function{"std", 1, resolveMoments, kMoments},
    Function{"stddev", 1, resolveMoments, kMoments},
    Function{"stddev_pop", 1, resolveMoments, kMoments},
    Function{"stddev_samp", 1, resolveMoments, kMoments},
    Function{"sum", 1, resolveSum, kSum},
    Function{"var_pop", 1, resolveMoments, kMoments},
    Function{"var_samp", 1, resolveMoments, kMoments},
    Function{"variance", 1, resolveMoments, kMoments},
};

constexpr auto kNames = [] {
  std::array<std::string_view, kFunctions.size()> names;
  for (size_t i = 0; i < names.size(); ++i) names[i] = kFunctions[i].name;
  return names;
}();

bool sameName(std::string_view a, std::string_view lower) {
  return std::equal(a.begin(), a.end(), lower.begin(), lower.end(),
                    [](char x, char y) { return (x >= 'A' && x <= 'Z' ? x - 'A' + 'a' : x) == y; });
}

const Function* find(std::string_view name) {
  const auto* found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                   [name](const Function& function) { return sameName(name, function.name); });
  return found == kFunctions.end() ? nullptr : found;
}

const Function& require(std::string_view name) {
  if (const Function* function = find(name)) return *function;
  throw Error(ErrorCode::kNotFound, "there is no aggregate function '" + std::string(name) + "'");
}

}  // namespace

bool isAggregate(std::string_view name) { return find(name) != nullptr; }

size_t numColumnArguments(std::string_view name, size_t numArguments) {
  return std::min(numArguments, require(name).columns);
}

std::span<const std::string_view> aggregateNames() { return kNames; }

AggregateSignature resolveAggregate(const AggregateSpec& spec, const Types& types) {
  const Function& function = require(spec.function);
  if (function.columns != kAnyColumns && types.size() != function.columns) {
    throwMismatch(spec, types, std::to_string(function.columns) + (function.columns == 1 ? " column" : " columns"));
  }
  return function.resolve(spec, types);
}

AggregateSignature resolveAggregate(std::string_view name, const Types& types) {
  AggregateSpec spec;
  spec.function = std::string(require(name).name);
  return resolveAggregate(spec, types);
}

AggregateStatePtr makeAggregateState(const AggregateSpec& spec, const Types& types) {
  return require(spec.function).make(spec, types);
}

}  // namespace ferro
