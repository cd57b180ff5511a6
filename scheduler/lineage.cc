#include "ferro/scheduler/lineage.h"

#include <utility>

namespace ferro {

LineageNode::LineageNode(int id, std::string name, LineageParents parents)
    : id_(id), name_(std::move(name)), storageLevel_(StorageLevel::NONE), parents_(std::move(parents)) {}

LineageNode::~LineageNode() { releaseLineage(std::move(parents_)); }

std::vector<std::string> LineageNode::preferredHosts(int) const { return {}; }

std::string LineageNode::name() const {
  std::lock_guard lock(mutex_);
  return name_;
}

void LineageNode::setName(std::string name) const {
  std::lock_guard lock(mutex_);
  name_ = std::move(name);
}

StorageLevel LineageNode::storageLevel() const {
  std::lock_guard lock(mutex_);
  return storageLevel_;
}

void LineageNode::setStorageLevel(StorageLevel level) const {
  std::lock_guard lock(mutex_);
  storageLevel_ = level;
}

LineageParents LineageNode::parents() const {
  std::lock_guard lock(mutex_);
  return parents_;
}

void LineageNode::cutParents() const {
  LineageParents cut;
  {
    std::lock_guard lock(mutex_);
    cut = std::exchange(parents_, {});
  }
  releaseLineage(std::move(cut));
}

}  // namespace ferro
