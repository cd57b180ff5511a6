#include "ferro/engine/node.h"

namespace ferro {

NodeInfo::NodeInfo() = default;
NodeInfo::NodeInfo(int nodeId, std::string_view nodeName, int partitions, std::shared_ptr<const Partitioner> by)
    : id(nodeId), name(nodeName), numPartitions(partitions), partitioner(std::move(by)) {}
NodeInfo::~NodeInfo() = default;
NodeInfo::NodeInfo(NodeInfo&&) noexcept = default;
NodeInfo& NodeInfo::operator=(NodeInfo&&) noexcept = default;

Node::~Node() = default;

Node::Node(NodeInfo&& info, LineageParents&& parents)
    : LineageNode(info.id, std::move(info.name), std::move(parents)),
      numPartitions_(info.numPartitions),
      partitioner_(std::move(info.partitioner)) {}

std::optional<Node::Checkpoint> Node::checkpoint() const {
  std::lock_guard lock(mutex_);
  if (checkpoint_ == nullptr) return std::nullopt;
  return *checkpoint_;
}

bool Node::isCheckpointed() const { return checkpoint().has_value(); }

void Node::attach(std::shared_ptr<void> companion) const {
  std::lock_guard lock(mutex_);
  companion_.swap(companion);
}

void Node::setCheckpoint(Checkpoint checkpoint) const {
  {
    std::lock_guard lock(mutex_);
    checkpoint_ = std::make_shared<const Checkpoint>(std::move(checkpoint));
  }
  cutParents();
}

std::shared_ptr<const Node> shareNode(std::unique_ptr<const Node> made) { return made; }

}  // namespace ferro
