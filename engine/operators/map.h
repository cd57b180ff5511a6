// map: one row in, one row out.
#pragma once

#include "ferro/engine/typed_node.h"

namespace ferro {

template <class In, class F, class... Arguments>
class MapNode final : public NodeWith<MapNode<In, F, Arguments...>,
                                      detail::ElementOf<detail::CallResult<F, In, Arguments...>>, Arguments...> {
 public:
  using MapNode::NodeWith::NodeWith;
  using Out = detail::ElementOf<detail::CallResult<F, In, Arguments...>>;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    return makeAs<UntypedIterator, MappedRows>(inputs.takeAs<In>(0), this->arguments());
  }

 private:
  class MappedRows final : public Iterator<Out> {
   public:
    MappedRows(IteratorPtr<In> input, const std::tuple<Arguments...>& arguments)
        : input_(std::move(input)), arguments_(arguments) {}

    const Out* next() override {
      const In* row = input_->next();
      if (row == nullptr) return nullptr;
      detail::withArguments(arguments_,
                            [&](const auto&... argument) { slot_.emplace(detail::call(F{}, *row, argument...)); });
      return &*slot_;
    }

   private:
    IteratorPtr<In> input_;
    const std::tuple<Arguments...>& arguments_;
    std::optional<Out> slot_;
  };
};

}  // namespace ferro
