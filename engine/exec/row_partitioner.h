// Says for each row of a batch which reducer it goes to. Belongs to one map task.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <arrow/type_fwd.h>

#include "ferro/engine/exec/exchange.h"

namespace ferro {

class RowPartitioner {
 public:
  virtual ~RowPartitioner() = default;
  virtual void partition(const arrow::RecordBatch& batch, std::span<uint32_t> reducers) = 0;
};

// `task` is the map's partition; `schema` that of its rows.
std::unique_ptr<RowPartitioner> makeRowPartitioner(const ExchangeSpec& spec, int task, const arrow::Schema& schema);

// The columns of the sort keys, in their order, as a schema and as the columns of a batch.
std::shared_ptr<arrow::Schema> sortKeySchema(const arrow::Schema& schema, std::span<const SortKey> keys);

}  // namespace ferro
