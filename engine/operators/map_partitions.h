// mapPartitions: a function of all rows of a partition (and its number) that returns a range.
#pragma once

#include "ferro/engine/operators/range_cursor.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

template <class In, class F, class... Arguments>
using PartitionResult = std::invoke_result_t<F, int, Rows<In>&, const Arguments&...>;

template <class In, class F, class... Arguments>
class MapPartitionsNode final : public NodeWith<MapPartitionsNode<In, F, Arguments...>,
                                                RangeElement<PartitionResult<In, F, Arguments...>>, Arguments...> {
 public:
  using MapPartitionsNode::NodeWith::NodeWith;
  using Out = RangeElement<PartitionResult<In, F, Arguments...>>;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int partition, PartitionInputs& inputs) const override {
    return makeAs<UntypedIterator, PartitionRows>(partition, inputs.takeAs<In>(0), this->arguments());
  }

 private:
  class PartitionRows final : public Iterator<Out> {
   public:
    PartitionRows(int partition, IteratorPtr<In> input, const std::tuple<Arguments...>& arguments)
        : partition_(partition), input_(std::move(input)), rows_(*input_), arguments_(arguments) {}

    const Out* next() override {
      if (!std::exchange(started_, true)) {
        std::apply([&](const auto&... argument) { cursor_.reset(F{}(partition_, rows_, argument...)); }, arguments_);
      }
      return cursor_.next();
    }

   private:
    int partition_;
    IteratorPtr<In> input_;
    Rows<In> rows_;
    const std::tuple<Arguments...>& arguments_;
    bool started_ = false;
    RangeCursor<PartitionResult<In, F, Arguments...>> cursor_;
  };
};

}  // namespace ferro
