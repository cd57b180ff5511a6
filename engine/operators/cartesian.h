// cartesian: every row of one Rdd with every row of another. The right partition is kept, on disk if it must be, and
// read again for each left row.
#pragma once

#include "ferro/engine/batch_buffer.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

// The argument is the right side's number of partitions.
template <class A, class B>
class CartesianNode final : public NodeWith<CartesianNode<A, B>, std::pair<A, B>, int> {
 public:
  using CartesianNode::NodeWith::NodeWith;

  void narrowInputs(int partition, int, std::vector<NarrowInput>& inputs) const override {
    int rightPartitions = this->template argument<0>();
    inputs.push_back({0, partition / rightPartitions});
    inputs.push_back({1, partition % rightPartitions});
  }

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int, PartitionInputs& inputs) const override {
    return makeAs<UntypedIterator, Product>(context, inputs.takeAs<A>(0), inputs.takeAs<B>(1));
  }

 private:
  class Product final : public Iterator<std::pair<A, B>> {
   public:
    Product(TaskContext& context, IteratorPtr<A> left, IteratorPtr<B> right)
        : context_(context), left_(std::move(left)), buffer_(context, schemaOf<B>(), "cartesian") {
      forEachBatch<B>(context, *right, buffer_.pool(), [this](auto batch) { buffer_.add(std::move(batch)); });
    }

    const std::pair<A, B>* next() override {
      while (true) {
        if (right_ != nullptr) {
          if (const B* row = right_->next()) {
            slot_.emplace(*leftRow_, *row);
            return &*slot_;
          }
        }
        leftRow_ = left_->next();
        if (leftRow_ == nullptr) return nullptr;
        right_ = std::make_unique<BatchRows<B>>(&context_, buffer_.read());
      }
    }

   private:
    TaskContext& context_;
    IteratorPtr<A> left_;
    BatchBuffer buffer_;
    const A* leftRow_ = nullptr;
    std::unique_ptr<BatchRows<B>> right_;
    std::optional<std::pair<A, B>> slot_;
  };
};

}  // namespace ferro
