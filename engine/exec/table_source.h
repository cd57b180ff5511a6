// Tables that the driver has, as the first node of a lineage: an Arrow table cut into slices, and a range of numbers.
// In the driver's process the table is shared, elsewhere it travels as bytes. Driver threads call these.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <arrow/type_fwd.h>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"

namespace ferro {

// An immutable table that travels.
struct SharedTable {
  std::shared_ptr<const arrow::Table> table;
};

template <>
struct Codec<SharedTable> {
  static void encode(Encoder& encoder, const SharedTable& shared);
  static SharedTable decode(Decoder& decoder);
};

BatchNodePtr tableSource(const SessionPtr& session, std::shared_ptr<const arrow::Table> table, int numPartitions);

// start, start + step, ... below (or, for a negative step, above) end, as a column of bigint.
BatchNodePtr rangeBatches(const SessionPtr& session, int64_t start, int64_t end, int64_t step, int numPartitions,
                          const std::string& column = "id");

}  // namespace ferro
