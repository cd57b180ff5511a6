#include "ferro/engine/node.h"

namespace ferro {

Node::Node(NodeInfo info, LineageParents parents)
    : LineageNode(info.id, std::move(info.name), std::move(parents)),
      numPartitions_(info.numPartitions),
      partitioner_(std::move(info.partitioner)) {}

std::optional<Node::Checkpoint> Node::checkpoint() const {
  std::lock_guard lock(mutex_);
  return checkpoint_;
}

void Node::attach(std::shared_ptr<void> companion) const {
  std::lock_guard lock(mutex_);
  companion_.swap(companion);
}

void Node::setCheckpoint(Checkpoint checkpoint) const {
  {
    std::lock_guard lock(mutex_);
    checkpoint_ = std::move(checkpoint);
  }
  cutParents();
}

}  // namespace ferro
