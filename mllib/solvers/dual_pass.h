// Dual coordinate ascent for logistic regression with an L2 penalty, on the blocks of one partition: each row's dual
// variable is set to its best value in turn, and the coefficients follow at once. Partitions work side by side on
// copies of the coefficients, and their changes are added up (CoCoA+). What is asked and what comes out travel. The
// functions are called by one task's thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ferro/mllib/blocks/block_view.h"

namespace ferro::ml {

// Where a round begins. Coefficients are those of the values as the blocks hold them.
struct DualRequest {
  std::vector<double> coefficients;
  double offset = 0;
  std::vector<double> steps;  // how far each coefficient moves with a dual variable, for a value of 1
  double offsetStep = 0;
  double caution = 1;  // by how much more a partition moves than it may alone: the number of partitions
  int epochs = 1;
  uint64_t seed = 0;
  std::vector<std::vector<double>> duals;  // of each partition's rows; empty before the first round: all zero
};

// What a partition changed.
struct DualChange {
  std::vector<double> coefficients;
  double offset = 0;
  std::vector<double> duals;
};

DualChange ascend(std::span<const BlockView> blocks, const DualRequest& request, int partition);

// Who can run a round on all partitions.
class DualSource {
 public:
  virtual ~DualSource() = default;
  virtual int numDualPartitions() const = 0;
  // One change for each partition, in their order.
  virtual std::vector<DualChange> ascend(const DualRequest& request) = 0;
};

}  // namespace ferro::ml
