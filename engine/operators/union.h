// union_: the partitions of several Rdds, one after another. Each is passed through as it is.
#pragma once

#include <algorithm>

#include "ferro/engine/typed_node.h"

namespace ferro {

// The argument holds the number of the first partition that comes from each parent.
template <class T>
class UnionNode final : public NodeWith<UnionNode<T>, T, std::vector<int>> {
 public:
  using UnionNode::NodeWith::NodeWith;

  void narrowInputs(int partition, int, std::vector<NarrowInput>& inputs) const override {
    const auto& starts = this->template argument<0>();
    auto next = std::upper_bound(starts.begin(), starts.end(), partition);
    int parent = static_cast<int>(next - starts.begin()) - 1;
    inputs.push_back({parent, partition - starts[static_cast<size_t>(parent)]});
  }

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    return inputs.take(0);
  }
};

}  // namespace ferro
