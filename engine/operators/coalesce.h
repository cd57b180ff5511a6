// coalesce without a shuffle: each partition is a run of its parent's, opened one after another.
#pragma once

#include "ferro/engine/typed_node.h"

namespace ferro {

// The argument is the parent's number of partitions.
template <class T>
class CoalesceNode final : public NodeWith<CoalesceNode<T>, T, int> {
 public:
  using CoalesceNode::NodeWith::NodeWith;

  bool opensInputsOnDemand() const override { return true; }

  void narrowInputs(int partition, int, std::vector<NarrowInput>& inputs) const override {
    int64_t before = this->template argument<0>();
    int64_t after = this->numPartitions();
    for (int64_t i = partition * before / after; i < (partition + 1) * before / after; ++i) {
      inputs.push_back({0, static_cast<int>(i)});
    }
  }

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    return makeAs<UntypedIterator, ConcatenatedRows>(inputs.keep());
  }

 private:
  class ConcatenatedRows final : public Iterator<T> {
   public:
    explicit ConcatenatedRows(std::unique_ptr<PartitionInputs> inputs) : inputs_(std::move(inputs)) {}

    const T* next() override {
      while (true) {
        if (rows_ != nullptr) {
          if (const T* row = rows_->next()) return row;
        }
        if (input_ == inputs_->size()) return nullptr;
        rows_ = inputs_->template takeAs<T>(input_++);
      }
    }

   private:
    std::unique_ptr<PartitionInputs> inputs_;
    size_t input_ = 0;
    IteratorPtr<T> rows_;
  };
};

}  // namespace ferro
