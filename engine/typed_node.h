// The typed skin over Node: what the rows are, and how they become Arrow batches and come back.
#pragma once

#include <memory>
#include <tuple>
#include <utility>

#include "ferro/common/columns.h"
#include "ferro/engine/batch_rows.h"
#include "ferro/engine/function.h"
#include "ferro/engine/node.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

template <class T>
class TypedNode : public Node {
 public:
  using Element = T;

  std::shared_ptr<arrow::Schema> schema() const final { return schemaOf<T>(); }

  void writeBatches(TaskContext& context, UntypedIterator& rows, arrow::MemoryPool* pool, BatchSink& sink) const final {
    forEachBatch<T>(context, static_cast<Iterator<T>&>(rows), pool, [&](auto batch) { sink.add(std::move(batch)); });
  }

  std::unique_ptr<UntypedIterator> readBatches(TaskContext& context, std::unique_ptr<BatchSource> source) const final {
    return makeAs<UntypedIterator, BatchRows<T>>(&context, std::move(source));
  }

 protected:
  using Node::Node;
};

// A node whose own state is a tuple of arguments that travel. Self adds open() and inherits the constructor.
template <class Self, class Out, class... Arguments>
class NodeWith : public TypedNode<Out>, protected detail::HasArguments<Arguments...> {
 public:
  NodeWith(NodeInfo&& info, LineageParents&& parents, std::tuple<Arguments...>&& arguments)
      : TypedNode<Out>(std::move(info), std::move(parents)), NodeWith::HasArguments(std::move(arguments)) {}

  OperatorFactory factory() const final { return Registered<Self>::factory(); }

  void encodeArguments(Encoder& encoder) const final { detail::encodeArguments(encoder, this->arguments()); }

  static std::shared_ptr<const Operator> decode(OperatorReader& reader) {
    auto arguments = detail::decodeArguments<Arguments...>(reader.arguments());
    return shareNode(makeAs<const Node, Self>(reader.takeInfo(), reader.takeParents(), std::move(arguments)));
  }
};

}  // namespace ferro
