// The aggregate functions, by Spark's names: which arguments each takes, what comes out, and what a partial result
// consists of. Pure functions over an immutable table; any thread.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/type_fwd.h>

namespace ferro {

class AggregateState;

// An aggregate as a plan asks for it. Travels. Duplicates are the planner's to remove.
struct AggregateSpec {
  std::string function{};            // in lower case
  std::vector<int> columns{};        // of its arguments, in the rows that come in; none for count(*)
  bool ignoreNulls = false;          // of first and last
  std::vector<double> parameters{};  // literal arguments: percentages, an accuracy, a number of rows
  bool manyResults = false;          // of the percentiles: the percentages came as an array, and so does the result
};

struct AggregateSignature {
  std::vector<std::shared_ptr<arrow::DataType>> argumentTypes;  // what the arguments are cast to
  std::shared_ptr<arrow::DataType> type;
  std::vector<std::shared_ptr<arrow::DataType>> partialTypes;
  bool nullable = true;
};

// Case does not matter.
bool isAggregate(std::string_view name);
// How many of a call's arguments are columns; those that follow are literals, which become parameters: the percentages
// and the accuracy of percentile_approx, the percentages of percentile, the error of approx_count_distinct, and how
// many rows min_by and max_by take.
size_t numColumnArguments(std::string_view name, size_t numArguments);
std::span<const std::string_view> aggregateNames();

// `types` are those of the column arguments. Error kInvalidArgument names the function, the types it was given, and
// those it takes; kNotFound when there is no such function.
AggregateSignature resolveAggregate(const AggregateSpec& spec,
                                    const std::vector<std::shared_ptr<arrow::DataType>>& types);
AggregateSignature resolveAggregate(std::string_view name, const std::vector<std::shared_ptr<arrow::DataType>>& types);

// `types` are those of the arguments after their casts.
std::unique_ptr<AggregateState> makeAggregateState(const AggregateSpec& spec,
                                                   const std::vector<std::shared_ptr<arrow::DataType>>& types);

}  // namespace ferro
