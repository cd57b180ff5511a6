// The last operator of a stage: it takes all rows of a partition and gives the task's value. A sink is either one side
// of a shuffle or an action's work on one partition. Immutable, shared by all tasks of the stage.
#pragma once

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ferro/engine/function.h"
#include "ferro/engine/iterator.h"
#include "ferro/engine/node.h"
#include "ferro/scheduler/task.h"

namespace ferro {

class Sink : public Operator {
 public:
  // `rows` are those of a partition of `node`.
  virtual std::unique_ptr<TaskValue> run(TaskContext& context, const Node& node, UntypedIterator& rows) const = 0;
  virtual std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const = 0;
};

// Takes a sink that was just made, with makeAs, into shared ownership.
std::shared_ptr<const Sink> shareSink(std::unique_ptr<const Sink> made);

template <class R>
class TypedTaskValue final : public TaskValue {
 public:
  explicit TypedTaskValue(R result) : value(std::move(result)) {}
  void encode(Encoder& encoder) const override { encoder.write(value); }
  R value;
};

// A sink whose own state is a tuple of arguments that travel. Self adds run() and decodeValue().
template <class Self, class... Arguments>
class SinkWith : public Sink, protected detail::HasArguments<Arguments...> {
 public:
  explicit SinkWith(std::tuple<Arguments...>&& arguments) : SinkWith::HasArguments(std::move(arguments)) {}

  OperatorFactory factory() const final { return Registered<Self>::factory(); }

  void encodeArguments(Encoder& encoder) const final { detail::encodeArguments(encoder, this->arguments()); }

  static std::shared_ptr<const Operator> decode(OperatorReader& reader) {
    return shareSink(makeAs<const Sink, Self>(detail::decodeArguments<Arguments...>(reader.arguments())));
  }
};

// An action: a function of a partition's rows and trailing arguments.
template <class T, class F, class... Arguments>
class ActionSink final : public SinkWith<ActionSink<T, F, Arguments...>, Arguments...> {
 public:
  using ActionSink::SinkWith::SinkWith;
  using Result = std::decay_t<std::invoke_result_t<F, Rows<T>&, const Arguments&...>>;

  std::unique_ptr<TaskValue> run(TaskContext&, const Node&, UntypedIterator& rows) const override {
    Rows<T> typed(static_cast<Iterator<T>&>(rows));
    return detail::withArguments(this->arguments(), [&](const Arguments&... arguments) {
      return makeAs<TaskValue, TypedTaskValue<Result>>(F{}(typed, arguments...));
    });
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return makeAs<TaskValue, TypedTaskValue<Result>>(decoder.template read<Result>());
  }
};

}  // namespace ferro
