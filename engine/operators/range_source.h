// range: the numbers from a start to an end by a step, made where they are needed.
#pragma once

#include "ferro/engine/typed_node.h"

namespace ferro {

// The arguments are the start, the step and how many numbers there are.
class RangeSource final : public NodeWith<RangeSource, int64_t, int64_t, int64_t, int64_t> {
 public:
  using RangeSource::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override;
};

}  // namespace ferro
