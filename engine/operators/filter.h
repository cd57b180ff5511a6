// filter: the rows for which a function says true, passed on without a copy.
#pragma once

#include "ferro/engine/typed_node.h"

namespace ferro {

template <class T, class F, class... Arguments>
class FilterNode final : public NodeWith<FilterNode<T, F, Arguments...>, T, Arguments...> {
 public:
  using FilterNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    return makeAs<UntypedIterator, FilteredRows>(inputs.takeAs<T>(0), this->arguments());
  }

 private:
  class FilteredRows final : public Iterator<T> {
   public:
    FilteredRows(IteratorPtr<T> input, const std::tuple<Arguments...>& arguments)
        : input_(std::move(input)), arguments_(arguments) {}

    const T* next() override {
      while (const T* row = input_->next()) {
        if (std::apply([&](const auto&... argument) { return detail::call(F{}, *row, argument...); }, arguments_))
          return row;
      }
      return nullptr;
    }

   private:
    IteratorPtr<T> input_;
    const std::tuple<Arguments...>& arguments_;
  };
};

}  // namespace ferro
