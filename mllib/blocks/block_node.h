// Rows of a table as training blocks: a step of the lineage that reads label, features and weight and gives blocks, to
// be cached, spilled and sent as any batches. Driver threads call this.
#pragma once

#include <cstdint>
#include <string>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"

namespace ferro::ml {

// What the columns of the rows are called, for errors, and how large blocks are. Travels.
struct BlockOptions {
  std::string labelCol = "label";
  std::string featuresCol = "features";
  std::string weightCol{};  // empty: all weights are 1
  int64_t maxBytes = 1 << 20;
};

// rows: label (double), features (vector) and, if there is a weightCol, weight (double). A task fails with Error
// kInvalidArgument, which names column and row, on a null, on a number that is not finite, on a negative weight, and on
// vectors of different sizes.
BatchNodePtr blocksOf(const SessionPtr& session, const BatchNodePtr& rows, const BlockOptions& options);

}  // namespace ferro::ml
