// One pass over a DataFrame that ends in a value: how stages learn. The fold is a plain struct that travels:
//
//   struct Sums {
//     std::vector<double> sums;
//     void add(const arrow::RecordBatch& batch);
//     void merge(Sums&& other);
//   };
//   Sums all = foldBatches(frame.select(...), Sums{});
//
// Each partition folds its batches into a copy of the start; the driver merges the partitions' results in their order,
// so that the answer is the same from run to run. Text columns may come as dictionaries. For .cc files of stages.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/frame/dataframe.h"
#include "ferro/engine/frame/query.h"
#include "ferro/engine/rdd.h"

namespace ferro::ml {

namespace detail {

// A fold's value as a row of an Rdd: it travels as bytes, whatever its fields are.
template <class S>
struct Folded {
  S state;
};

// The value of a partition that was folded: one row.
template <class S>
class FoldedPartition final : public Iterator<Folded<S>> {
 public:
  FoldedPartition(BatchIteratorPtr batches, S start) : batches_(std::move(batches)), folded_{std::move(start)} {}

  const Folded<S>* next() override {
    if (batches_ == nullptr) return nullptr;
    while (auto batch = batches_->next()) folded_.state.add(*batch);
    batches_.reset();
    return &folded_;
  }

 private:
  BatchIteratorPtr batches_;
  Folded<S> folded_;
};

template <class S>
class FoldNode final : public NodeWith<FoldNode<S>, Folded<S>, S> {
 public:
  using FoldNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    return std::make_unique<FoldedPartition<S>>(takeBatches(inputs, 0), this->template argument<0>());
  }
};

}  // namespace detail

}  // namespace ferro::ml

namespace ferro {

template <class S>
struct Codec<ml::detail::Folded<S>> {
  static void encode(Encoder& encoder, const ml::detail::Folded<S>& folded) { encoder.write(folded.state); }
  static ml::detail::Folded<S> decode(Decoder& decoder) { return {decoder.read<S>()}; }
};

}  // namespace ferro

namespace ferro::ml {

template <class S>
S foldBatches(const DataFrame& frame, S start) {
  const BatchNodePtr& node = frame.query().node();
  NodeInfo info{0, "fold", node->numPartitions(), nullptr};
  const Rdd<detail::Folded<S>> parts =
      ferro::detail::makeRdd<detail::FoldNode<S>>(frame.session(), std::move(info), LineageParents{{node}, {}}, start);
  S all = std::move(start);
  for (detail::Folded<S>& part : parts.collect()) all.merge(std::move(part.state));
  return all;
}

}  // namespace ferro::ml
