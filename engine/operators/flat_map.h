// flatMap: one row in, any number out. The function returns a range or an optional; views in it may point into the row.
#pragma once

#include "ferro/engine/operators/range_cursor.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

template <class In, class F, class... Arguments>
using FlatMapElement = RangeElement<detail::CallResult<F, In, Arguments...>>;

template <class In, class F, class... Arguments>
class FlatMapNode final
    : public NodeWith<FlatMapNode<In, F, Arguments...>, FlatMapElement<In, F, Arguments...>, Arguments...> {
 public:
  using FlatMapNode::NodeWith::NodeWith;
  using Out = FlatMapElement<In, F, Arguments...>;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    return makeAs<UntypedIterator, FlatRows>(inputs.takeAs<In>(0), this->arguments());
  }

 private:
  class FlatRows final : public Iterator<Out> {
   public:
    FlatRows(IteratorPtr<In> input, const std::tuple<Arguments...>& arguments)
        : input_(std::move(input)), arguments_(arguments) {}

    const Out* next() override {
      while (true) {
        if (const Out* row = cursor_.next()) return row;
        const In* source = input_->next();
        if (source == nullptr) return nullptr;
        detail::withArguments(arguments_,
                              [&](const auto&... argument) { cursor_.reset(detail::call(F{}, *source, argument...)); });
      }
    }

   private:
    IteratorPtr<In> input_;
    const std::tuple<Arguments...>& arguments_;
    RangeCursor<detail::CallResult<F, In, Arguments...>> cursor_;
  };
};

}  // namespace ferro
