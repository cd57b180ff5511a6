#include "ferro/engine/pipeline.h"

#include <utility>
#include <vector>

#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/block_source.h"
#include "ferro/blockmanager/block_writer.h"
#include "ferro/blockmanager/remote_blocks.h"
#include "ferro/engine/batch_buffer.h"
#include "ferro/engine/checkpoint_files.h"
#include "ferro/engine/node.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// Rows pass through one call for each operator of a chain. A chain longer than this is cut into pieces, each computed
// into a buffer that the next one reads, so that the thread's stack bounds no lineage.
constexpr int kLongestChain = 500;

using Opened = std::unique_ptr<UntypedIterator>;

std::shared_ptr<const Node> narrowParent(const LineageParents& parents, int index) {
  return std::static_pointer_cast<const Node>(parents.narrow[static_cast<size_t>(index)]);
}

// An iterator together with what must live as long as it does.
class BufferedRows final : public BatchSource {
 public:
  BufferedRows(std::unique_ptr<BatchBuffer> buffer) : buffer_(std::move(buffer)), source_(buffer_->read()) {}
  std::shared_ptr<arrow::RecordBatch> next() override { return source_->next(); }

 private:
  std::unique_ptr<BatchBuffer> buffer_;
  std::unique_ptr<BatchSource> source_;
};

std::unique_ptr<BatchBuffer> bufferOf(TaskContext& context, const Node& node, UntypedIterator& rows, std::string name) {
  auto buffer = std::make_unique<BatchBuffer>(context, node.schema(), std::move(name));
  node.writeBatches(context, rows, buffer->pool(), *buffer);
  return buffer;
}

Opened readThrough(TaskContext& context, const Node& node, std::unique_ptr<BatchBuffer> buffer) {
  return node.readBatches(context, std::make_unique<BufferedRows>(std::move(buffer)));
}

// Computes a partition to its end, keeps it as the node's level says where there is room, and reads it from wherever it
// is.
Opened cache(TaskContext& context, const Node& node, int partition, UntypedIterator& rows) {
  struct CacheSink final : BatchSink {
    explicit CacheSink(BlockWriter& target) : writer(target) {}
    void add(std::shared_ptr<arrow::RecordBatch> batch) override { writer.add(std::move(batch)); }
    BlockWriter& writer;
  };
  BlockWriter writer(context.environment().blocks(), BlockId::rdd(node.id(), partition), node.storageLevel(),
                     node.schema());
  CacheSink sink(writer);
  node.writeBatchesToKeep(context, rows, writer.pool(), sink);
  auto stored = writer.finish();
  context.metrics().diskBytesSpilled += writer.bytesSpilled();
  return node.readBatches(context, std::move(stored));
}

// What needs no computing: a cached block or a checkpoint.
Opened openStored(TaskContext& context, const Node& node, int partition) {
  auto checkpoint = node.checkpoint();
  if (checkpoint && !checkpoint->directory.empty()) {
    return node.readBatches(context, readCheckpoint(checkpoint->directory, partition));
  }
  if (node.storageLevel() == StorageLevel::NONE) return nullptr;
  const BlockId id = BlockId::rdd(node.id(), partition);
  auto rows = context.environment().blocks().read(id);
  RemoteBlocks* const remote = context.environment().remote().blocks;
  if (rows == nullptr && remote != nullptr) {
    if (auto block = remote->fetch(id)) rows = sourceOf(std::move(block));
  }
  if (rows != nullptr) return node.readBatches(context, std::move(rows));
  if (checkpoint) throwLostLocalCheckpoint(node, partition);
  return nullptr;
}

class OpenInputs final : public PartitionInputs {
 public:
  OpenInputs(TaskContext& context, LineageParents parents, std::vector<NarrowInput> inputs, std::vector<Opened> opened)
      : context_(context), parents_(std::move(parents)), inputs_(std::move(inputs)), opened_(std::move(opened)) {}

  size_t size() const override { return inputs_.size(); }

  Opened take(size_t input) override {
    if (input < opened_.size()) return std::move(opened_[input]);
    return openPartition(context_, narrowParent(parents_, inputs_[input].parent), inputs_[input].partition);
  }

  std::unique_ptr<PartitionInputs> keep() override {
    return std::make_unique<OpenInputs>(context_, parents_, inputs_, std::vector<Opened>());
  }

 private:
  TaskContext& context_;
  LineageParents parents_;
  std::vector<NarrowInput> inputs_;
  std::vector<Opened> opened_;
};

// A node on its way to being opened: its inputs come first, one after another.
struct Frame {
  std::shared_ptr<const Node> node;
  int partition = 0;
  LineageParents parents;
  std::vector<NarrowInput> inputs;
  std::vector<Opened> opened;
  int depth = 0;  // the longest chain of operators below

  bool ready() const { return node->opensInputsOnDemand() || opened.size() == inputs.size(); }
};

Frame frameOf(std::shared_ptr<const Node> node, int partition) {
  Frame frame{std::move(node), partition, {}, {}, {}, 0};
  frame.parents = frame.node->parents();
  frame.node->narrowInputs(partition, static_cast<int>(frame.parents.narrow.size()), frame.inputs);
  return frame;
}

struct OpenedChain {
  Opened rows;
  int depth;
};

OpenedChain openFrame(TaskContext& context, Frame frame) {
  const Node& node = *frame.node;
  OpenInputs inputs(context, std::move(frame.parents), std::move(frame.inputs), std::move(frame.opened));
  Opened rows = node.open(context, frame.partition, inputs);
  if (node.storageLevel() != StorageLevel::NONE) return {cache(context, node, frame.partition, *rows), 0};
  if (frame.depth + 1 < kLongestChain) return {std::move(rows), frame.depth + 1};
  return {readThrough(context, node, bufferOf(context, node, *rows, "long chain")), 0};
}

}  // namespace

Opened openPartition(TaskContext& context, const std::shared_ptr<const Node>& node, int partition) {
  if (auto stored = openStored(context, *node, partition)) return stored;
  std::vector<Frame> path;
  path.push_back(frameOf(node, partition));
  while (true) {
    if (!path.back().ready()) {
      NarrowInput input = path.back().inputs[path.back().opened.size()];
      auto parent = narrowParent(path.back().parents, input.parent);
      if (auto stored = openStored(context, *parent, input.partition)) {
        path.back().opened.push_back(std::move(stored));
      } else {
        path.push_back(frameOf(std::move(parent), input.partition));
      }
      continue;
    }
    Frame frame = std::move(path.back());
    path.pop_back();
    OpenedChain chain = openFrame(context, std::move(frame));
    if (path.empty()) return std::move(chain.rows);
    path.back().opened.push_back(std::move(chain.rows));
    path.back().depth = std::max(path.back().depth, chain.depth);
  }
}

}  // namespace ferro
