// zip: the rows of two Rdds side by side. Partitions must hold equally many rows.
#pragma once

#include "ferro/common/error.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

template <class A, class B>
class ZipNode final : public NodeWith<ZipNode<A, B>, std::pair<A, B>> {
 public:
  using ZipNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int partition, PartitionInputs& inputs) const override {
    return makeAs<UntypedIterator, ZippedRows>(partition, inputs.takeAs<A>(0), inputs.takeAs<B>(1));
  }

 private:
  class ZippedRows final : public Iterator<std::pair<A, B>> {
   public:
    ZippedRows(int partition, IteratorPtr<A> left, IteratorPtr<B> right)
        : partition_(partition), left_(std::move(left)), right_(std::move(right)) {}

    const std::pair<A, B>* next() override {
      const A* left = left_->next();
      const B* right = right_->next();
      if ((left == nullptr) != (right == nullptr)) {
        throw Error(ErrorCode::kInvalidArgument, "zip needs the same number of rows in both Rdds, but partition " +
                                                     std::to_string(partition_) + " of the " +
                                                     (left == nullptr ? "left" : "right") + " one is shorter");
      }
      if (left == nullptr) return nullptr;
      slot_.emplace(*left, *right);
      return &*slot_;
    }

   private:
    int partition_;
    IteratorPtr<A> left_;
    IteratorPtr<B> right_;
    std::optional<std::pair<A, B>> slot_;
  };
};

}  // namespace ferro
