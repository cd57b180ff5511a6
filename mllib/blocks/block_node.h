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

// What the parameters of a stage that trains say. maxBlockSizeInMB is 0 for the usual size, as in Spark.
template <class Params>
BlockOptions blockOptionsOf(const Params& params) {
  BlockOptions options{params.labelCol, params.featuresCol, params.weightCol};
  if (params.maxBlockSizeInMB > 0) options.maxBytes = static_cast<int64_t>(params.maxBlockSizeInMB * (1 << 20));
  return options;
}

// rows: label (double), features (vector) and, if there is a weightCol, weight (double). A task fails with Error
// kInvalidArgument, which names column and row, on a null, on a number that is not finite, on a negative weight, and on
// vectors of different sizes.
BatchNodePtr blocksOf(const SessionPtr& session, const BatchNodePtr& rows, const BlockOptions& options);

}  // namespace ferro::ml
