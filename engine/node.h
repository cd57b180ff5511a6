// A step of the lineage that can compute its partitions: the bridge between the scheduler's LineageNode and the typed
// operators. Nodes are immutable, but for their storage level and checkpoint, and shared between driver and tasks.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrow/type_fwd.h"
#include "ferro/blockmanager/batch_source.h"
#include "ferro/engine/iterator.h"
#include "ferro/engine/operator.h"
#include "ferro/scheduler/lineage.h"

namespace ferro {

class Partitioner;
class TaskContext;

// Takes batches in the order of their rows.
class BatchSink {
 public:
  virtual ~BatchSink() = default;
  virtual void add(std::shared_ptr<arrow::RecordBatch> batch) = 0;
};

struct NodeInfo {
  // Defined in node.cc, so that programs need not compile them for each operation.
  NodeInfo();
  NodeInfo(int nodeId, std::string_view nodeName, int partitions, std::shared_ptr<const Partitioner> by);
  ~NodeInfo();
  NodeInfo(NodeInfo&&) noexcept;
  NodeInfo& operator=(NodeInfo&&) noexcept;

  int id = 0;
  std::string name;
  int numPartitions = 0;
  std::shared_ptr<const Partitioner> partitioner;  // how the rows' keys are spread, where that is known; driver only
};

// What a node's partition is computed from, opened. Lives as long as the task's iterators.
class PartitionInputs {
 public:
  virtual ~PartitionInputs() = default;
  virtual size_t size() const = 0;
  // Hands over the iterator of one input; for a node that opens its inputs on demand, opens it now.
  virtual std::unique_ptr<UntypedIterator> take(size_t input) = 0;
  // The same inputs for use after open() has returned: only for nodes that open their inputs on demand.
  virtual std::unique_ptr<PartitionInputs> keep() = 0;

  template <class T>
  IteratorPtr<T> takeAs(size_t input) {
    return IteratorPtr<T>(static_cast<Iterator<T>*>(take(input).release()));
  }
};

class Node : public LineageNode, public Operator {
 public:
  ~Node() override;
  int numPartitions() const final { return numPartitions_; }
  const std::shared_ptr<const Partitioner>& partitioner() const { return partitioner_; }

  // True for a node with many inputs in a row, which should not all be open at once.
  virtual bool opensInputsOnDemand() const { return false; }
  virtual std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const = 0;

  // Rows as Arrow batches, for checkpoints and spilling.
  virtual std::shared_ptr<arrow::Schema> schema() const = 0;
  virtual void writeBatches(TaskContext& context, UntypedIterator& rows, arrow::MemoryPool* pool,
                            BatchSink& sink) const = 0;
  // The same for caching, where text may become a dictionary: what is kept is read often, and there is much of it.
  virtual void writeBatchesToKeep(TaskContext& context, UntypedIterator& rows, arrow::MemoryPool* pool,
                                  BatchSink& sink) const {
    writeBatches(context, rows, pool, sink);
  }
  virtual std::unique_ptr<UntypedIterator> readBatches(TaskContext& context,
                                                       std::unique_ptr<BatchSource> source) const = 0;

  // Where the rows were checkpointed to, if they were: a directory of files, or the executors' blocks.
  struct Checkpoint {
    std::string directory;        // empty: the blocks of a local checkpoint
    std::shared_ptr<void> owner;  // removes the directory with the node, where that was asked for; driver only
  };
  std::optional<Checkpoint> checkpoint() const;
  bool isCheckpointed() const;
  // Something of the driver's that goes with the node; replaces what was attached before.
  void attach(std::shared_ptr<void> companion) const;
  // From now on partitions are read from the checkpoint, and the lineage before it is let go.
  void setCheckpoint(Checkpoint checkpoint) const;

 protected:
  Node(NodeInfo&& info, LineageParents&& parents);

 private:
  int numPartitions_;
  std::shared_ptr<const Partitioner> partitioner_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Checkpoint> checkpoint_;
  mutable std::shared_ptr<void> companion_;
};

// Takes a node that was just made, with makeAs, into shared ownership.
std::shared_ptr<const Node> shareNode(std::unique_ptr<const Node> made);

// What decode functions read an operator from: its header, its already decoded parents, and its arguments' bytes.
class OperatorReader {
 public:
  OperatorReader(Decoder& arguments, NodeInfo&& info, LineageParents&& parents)
      : arguments_(arguments), info_(std::move(info)), parents_(std::move(parents)) {}
  Decoder& arguments() { return arguments_; }
  NodeInfo&& takeInfo() { return std::move(info_); }
  LineageParents&& takeParents() { return std::move(parents_); }

 private:
  Decoder& arguments_;
  NodeInfo info_;
  LineageParents parents_;
};

}  // namespace ferro
