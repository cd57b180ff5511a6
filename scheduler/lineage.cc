#include "ferro/scheduler/lineage.h"

#include <utility>

namespace ferro {

namespace {

// What is being let go on this thread, if anything. A node that dies while this is set leaves its parents here instead
// of letting go of them itself, so that the depth of the stack does not grow with the length of the lineage.
using ReleaseList = std::vector<std::shared_ptr<const void>>;
thread_local ReleaseList* releasing = nullptr;

void drain(ReleaseList& list) {
  releasing = &list;
  while (!list.empty()) {
    auto last = std::move(list.back());
    list.pop_back();
    last.reset();
  }
  releasing = nullptr;
}

void appendTo(ReleaseList& list, LineageParents& parents) {
  for (auto& node : parents.narrow) list.push_back(std::move(node));
  for (auto& shuffle : parents.shuffles) list.push_back(std::move(shuffle));
}

}  // namespace

LineageParents::LineageParents() = default;
LineageParents::LineageParents(std::vector<std::shared_ptr<const LineageNode>> narrowParents,
                               std::vector<std::shared_ptr<const ShuffleDependency>> shuffleParents)
    : narrow(std::move(narrowParents)), shuffles(std::move(shuffleParents)) {}
LineageParents::~LineageParents() = default;
LineageParents::LineageParents(const LineageParents&) = default;
LineageParents& LineageParents::operator=(const LineageParents&) = default;
LineageParents::LineageParents(LineageParents&&) noexcept = default;
LineageParents& LineageParents::operator=(LineageParents&&) noexcept = default;

ShuffleDependency::ShuffleDependency(int shuffleId, std::shared_ptr<const LineageNode> mapSide,
                                     std::shared_ptr<const TaskBody> writer, int numReducers)
    : shuffleId_(shuffleId), mapSide_(std::move(mapSide)), writer_(std::move(writer)), numReducers_(numReducers) {}

ShuffleDependency::~ShuffleDependency() {
  ReleaseList own;
  ReleaseList& list = releasing != nullptr ? *releasing : own;
  list.push_back(std::move(mapSide_));
  list.push_back(std::move(writer_));
  if (&list == &own) drain(own);
}

LineageNode::LineageNode(int id, std::string name, LineageParents parents)
    : id_(id), name_(std::move(name)), storageLevel_(StorageLevel::NONE), parents_(std::move(parents)) {}

LineageNode::~LineageNode() { releaseLineage(std::move(parents_)); }

std::vector<std::string> LineageNode::preferredHosts(int) const { return {}; }

void LineageNode::narrowInputs(int partition, int numParents, std::vector<NarrowInput>& inputs) const {
  for (int parent = 0; parent < numParents; ++parent) inputs.push_back({parent, partition});
}

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

void releaseLineage(LineageParents parents) {
  ReleaseList own;
  ReleaseList& list = releasing != nullptr ? *releasing : own;
  appendTo(list, parents);
  if (&list == &own) drain(own);
}

}  // namespace ferro
