// What an aggregate function keeps for all groups of a task, one class for each family of functions, in flat vectors by
// the group's number. Belongs to one task and its thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/common/column_arrow.h"
#include "ferro/engine/exec/aggregates.h"

namespace ferro {

class AggregateState {
 public:
  virtual ~AggregateState() = default;

  // There are this many groups now; the new ones have seen nothing. Never fewer than before.
  virtual void resize(uint32_t groups) = 0;
  // Takes rows in; groups says for each which group it belongs to.
  virtual void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) = 0;
  // Takes in what partial() of another state gave.
  virtual void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) = 0;

  // Of the groups first ... first + count - 1.
  virtual std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const = 0;
  virtual ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const = 0;

  virtual int64_t bytes() const = 0;
};

using AggregateStatePtr = std::unique_ptr<AggregateState>;
using DataTypePtr = std::shared_ptr<arrow::DataType>;

// The families. Each is given types that its resolve function accepted.
AggregateStatePtr makeCount(const AggregateSpec& spec);
AggregateStatePtr makeCountIf();
AggregateStatePtr makeSum(const DataTypePtr& type);
AggregateStatePtr makeAverage(const DataTypePtr& type);
AggregateStatePtr makeExtreme(const DataTypePtr& type, bool largest);
AggregateStatePtr makeMoments(const AggregateSpec& spec);
AggregateStatePtr makeCovariance(const AggregateSpec& spec);
AggregateStatePtr makeFirst(const DataTypePtr& type, bool ignoreNulls);
AggregateStatePtr makeLast(const DataTypePtr& type, bool ignoreNulls);
AggregateStatePtr makeValueByOrder(const DataTypePtr& value, const DataTypePtr& order, bool largest);
AggregateStatePtr makeTopByOrder(const DataTypePtr& value, const DataTypePtr& order, bool largest, size_t k);
AggregateStatePtr makeCollectList(const DataTypePtr& type);
AggregateStatePtr makeCollectSet(const DataTypePtr& type);
AggregateStatePtr makePercentile(const AggregateSpec& spec);
AggregateStatePtr makeApproximatePercentile(const AggregateSpec& spec, const DataTypePtr& type);
AggregateStatePtr makeApproximateCountDistinct(const AggregateSpec& spec);

// The type of a sum or an average of decimals.
DataTypePtr sumType(const arrow::DataType& type);
DataTypePtr averageType(const arrow::DataType& type);

}  // namespace ferro
