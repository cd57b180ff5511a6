// zipWithIndex and zipWithUniqueId: each row with a number that grows by a step from its partition's start.
#pragma once

#include "ferro/engine/typed_node.h"

namespace ferro {

// The arguments are the number of the first row of each partition, and the step.
template <class T>
class NumberingNode final : public NodeWith<NumberingNode<T>, std::pair<T, int64_t>, std::vector<int64_t>, int64_t> {
 public:
  using NumberingNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int partition, PartitionInputs& inputs) const override {
    int64_t first = this->template argument<0>()[static_cast<size_t>(partition)];
    return makeAs<UntypedIterator, NumberedRows>(inputs.takeAs<T>(0), first, this->template argument<1>());
  }

 private:
  class NumberedRows final : public Iterator<std::pair<T, int64_t>> {
   public:
    NumberedRows(IteratorPtr<T> input, int64_t first, int64_t step)
        : input_(std::move(input)), next_(first), step_(step) {}

    const std::pair<T, int64_t>* next() override {
      const T* row = input_->next();
      if (row == nullptr) return nullptr;
      slot_.emplace(*row, next_);
      next_ += step_;
      return &*slot_;
    }

   private:
    IteratorPtr<T> input_;
    int64_t next_;
    int64_t step_;
    std::optional<std::pair<T, int64_t>> slot_;
  };
};

}  // namespace ferro
