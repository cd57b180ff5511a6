#include "ferro/engine/task_program.h"

#include <unordered_map>
#include <utility>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/engine/pipeline.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// What travels of a node besides its arguments. Its parents are the positions of earlier nodes.
struct NodeHeader {
  OperatorKey key;
  int id = 0;
  std::string name;
  int numPartitions = 0;
  bool useDisk = false;
  bool useMemory = false;
  int replication = 0;
  bool checkpointed = false;
  std::string checkpointDirectory;
  std::vector<uint32_t> parents;
};

using NodePtr = std::shared_ptr<const Node>;

// The nodes of a stage, parents before children.
std::vector<NodePtr> parentsFirst(const NodePtr& root) {
  std::vector<NodePtr> order;
  std::unordered_map<const LineageNode*, bool> done;
  std::vector<NodePtr> path{root};
  while (!path.empty()) {
    NodePtr node = path.back();
    auto [state, isNew] = done.try_emplace(node.get(), false);
    if (!isNew) {
      path.pop_back();
      if (!std::exchange(state->second, true)) order.push_back(node);
      continue;
    }
    for (const auto& parent : node->parents().narrow) {
      if (!done.count(parent.get())) path.push_back(std::static_pointer_cast<const Node>(parent));
    }
  }
  return order;
}

std::string argumentsOf(const Operator& op) {
  Encoder encoder;
  op.encodeArguments(encoder);
  return encoder.take();
}

NodeHeader headerOf(const Node& node, const OperatorTable& table,
                    const std::unordered_map<const LineageNode*, uint32_t>& positions) {
  StorageLevel level = node.storageLevel();
  auto checkpoint = node.checkpoint();
  NodeHeader header{table.keyOf(node.factory()),
                    node.id(),
                    node.name(),
                    node.numPartitions(),
                    level.useDisk,
                    level.useMemory,
                    level.replication,
                    checkpoint.has_value(),
                    checkpoint ? checkpoint->directory : "",
                    {}};
  for (const auto& parent : node.parents().narrow) header.parents.push_back(positions.at(parent.get()));
  return header;
}

NodePtr decodeNode(Decoder& decoder, const OperatorTable& table, const std::vector<NodePtr>& earlier) {
  auto header = decoder.read<NodeHeader>();
  auto bytes = decoder.read<std::string>();
  LineageParents parents;
  for (uint32_t parent : header.parents) {
    if (parent >= earlier.size()) throw Error(ErrorCode::kMalformedData, "a task's lineage refers to a later operator");
    parents.narrow.push_back(earlier[parent]);
  }
  Decoder arguments(bytes, decoder.context());
  OperatorReader reader(arguments, {header.id, header.name, header.numPartitions, nullptr}, std::move(parents));
  auto node = std::dynamic_pointer_cast<const Node>(table.find(header.key)(reader));
  if (node == nullptr) throw Error(ErrorCode::kMalformedData, "a task's lineage names a sink where a node belongs");
  node->setStorageLevel({header.useDisk, header.useMemory, header.replication});
  if (header.checkpointed) node->setCheckpoint({header.checkpointDirectory, nullptr});
  return node;
}

}  // namespace

TaskProgram::~TaskProgram() { releaseLineage(LineageParents{{std::move(root_)}, {}}); }

std::unique_ptr<TaskValue> TaskProgram::run(TaskContext& context) const {
  auto rows = openPartition(context, root_, context.partitionId());
  return sink_->run(context, *root_, *rows);
}

std::string TaskProgramCodec::encode(const TaskBody& body) const {
  const auto& program = dynamic_cast<const TaskProgram&>(body);
  std::vector<NodePtr> nodes = parentsFirst(program.root());
  std::unordered_map<const LineageNode*, uint32_t> positions;
  Encoder encoder;
  encoder.writeVarint(nodes.size());
  for (const auto& node : nodes) {
    encoder.write(headerOf(*node, table_, positions));
    encoder.write(argumentsOf(*node));
    positions.emplace(node.get(), static_cast<uint32_t>(positions.size()));
  }
  encoder.write(table_.keyOf(program.sink()->factory()));
  encoder.write(argumentsOf(*program.sink()));
  return encoder.take();
}

std::shared_ptr<const TaskBody> TaskProgramCodec::decode(std::string_view bytes,
                                                         ExecutorEnvironment& environment) const {
  ExecutorDecodeContext context(environment);
  Decoder decoder(bytes, &context);
  std::vector<NodePtr> nodes;
  for (uint64_t count = decoder.readVarint(); count > 0; --count) nodes.push_back(decodeNode(decoder, table_, nodes));
  if (nodes.empty()) throw Error(ErrorCode::kMalformedData, "a task has no lineage");
  auto key = decoder.read<OperatorKey>();
  auto argumentBytes = decoder.read<std::string>();
  Decoder arguments(argumentBytes, &context);
  OperatorReader reader(arguments, {}, {});
  auto sink = std::dynamic_pointer_cast<const Sink>(table_.find(key)(reader));
  if (sink == nullptr) throw Error(ErrorCode::kMalformedData, "a task ends in a node where a sink belongs");
  NodePtr root = nodes.back();
  while (!nodes.empty()) nodes.pop_back();
  return std::make_shared<TaskProgram>(std::move(root), std::move(sink));
}

}  // namespace ferro
