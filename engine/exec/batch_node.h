// Nodes whose rows flow as Arrow batches: what DataFrames compile to. They stand in the same lineage as the typed nodes
// of Rdds, and are scheduled, shuffled, cached and checkpointed by the same code. A node is immutable; what changes
// while a partition is computed lives in the iterator that open() gives.
#pragma once

#include <memory>
#include <tuple>
#include <utility>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/engine/function.h"
#include "ferro/engine/node.h"

namespace ferro {

// Schemas travel in Arrow's own encoding.
template <>
struct Codec<std::shared_ptr<arrow::Schema>> {
  static void encode(Encoder& encoder, const std::shared_ptr<arrow::Schema>& schema);
  static std::shared_ptr<arrow::Schema> decode(Decoder& decoder);
};

// About how many rows a batch should have: enough that a kernel's own cost vanishes, few enough that the columns of one
// expression stay in the cache.
inline constexpr int64_t kBatchRows = 32'768;

// The batches of a partition. None is empty; none has other columns than its node's schema says, but that text may come
// as a dictionary of it. Used by one task's thread; next() is not called again after null.
class BatchIterator : public UntypedIterator, public BatchSource {};

using BatchIteratorPtr = std::unique_ptr<BatchIterator>;

class BatchNode : public Node {
 public:
  std::shared_ptr<arrow::Schema> schema() const final { return schema_; }
  void writeBatches(TaskContext& context, UntypedIterator& rows, arrow::MemoryPool* pool, BatchSink& sink) const final;
  void writeBatchesToKeep(TaskContext& context, UntypedIterator& rows, arrow::MemoryPool* pool,
                          BatchSink& sink) const final;
  std::unique_ptr<UntypedIterator> readBatches(TaskContext& context, std::unique_ptr<BatchSource> source) const final;

 protected:
  BatchNode(NodeInfo&& info, LineageParents&& parents, std::shared_ptr<arrow::Schema> schema);

 private:
  std::shared_ptr<arrow::Schema> schema_;
};

using BatchNodePtr = std::shared_ptr<const BatchNode>;

// Takes a node that was just made, with makeAs, into shared ownership.
BatchNodePtr shareBatchNode(std::unique_ptr<const BatchNode> made);

// The batches of one input of a node that is being opened.
BatchIteratorPtr takeBatches(PartitionInputs& inputs, size_t input);

// A node whose own state is a tuple of arguments that travel. Self adds open() and inherits the constructor.
template <class Self, class... Arguments>
class BatchNodeWith : public BatchNode, protected detail::HasArguments<Arguments...> {
 public:
  BatchNodeWith(NodeInfo&& info, LineageParents&& parents, std::shared_ptr<arrow::Schema> schema,
                std::tuple<Arguments...>&& arguments)
      : BatchNode(std::move(info), std::move(parents), std::move(schema)),
        BatchNodeWith::HasArguments(std::move(arguments)) {}

  OperatorFactory factory() const final { return Registered<Self>::factory(); }

  void encodeArguments(Encoder& encoder) const final {
    encoder.write(schema());
    detail::encodeArguments(encoder, this->arguments());
  }

  static std::shared_ptr<const Operator> decode(OperatorReader& reader) {
    auto schema = reader.arguments().template read<std::shared_ptr<arrow::Schema>>();
    auto arguments = detail::decodeArguments<Arguments...>(reader.arguments());
    return shareNode(
        makeAs<const Node, Self>(reader.takeInfo(), reader.takeParents(), std::move(schema), std::move(arguments)));
  }
};

}  // namespace ferro
