#include "ferro/scheduler/preferred_places.h"

#include <map>
#include <set>
#include <utility>

#include "ferro/scheduler/lineage_walk.h"
#include "ferro/scheduler/shuffle_places.h"

namespace ferro {

namespace {

// Places are a hint: a partition with a longer way to its data gets none.
constexpr size_t kMaxVisited = 1000;

// One look at a stage: what it has found out about shuffles serves all partitions.
class Search {
 public:
  Search(const MapOutputTracker& outputs, const CachedPartitions& cache) : outputs_(outputs), cache_(cache) {}

  TaskPreference find(const std::shared_ptr<const LineageNode>& start, int startPartition) {
    std::set<std::pair<int, int>> seen;
    std::vector<std::pair<std::shared_ptr<const LineageNode>, int>> stack{{start, startPartition}};
    while (!stack.empty() && seen.size() < kMaxVisited) {
      auto [node, partition] = std::move(stack.back());
      stack.pop_back();
      if (!seen.insert({node->id(), partition}).second) continue;
      const LineageParents parents = node->parents();
      if (auto found = placesOf(*node, partition, parents); !found.empty()) return found;
      std::vector<NarrowInput> inputs;
      node->narrowInputs(partition, static_cast<int>(parents.narrow.size()), inputs);
      for (auto input = inputs.rbegin(); input != inputs.rend(); ++input) {
        stack.emplace_back(parents.narrow[static_cast<size_t>(input->parent)], input->partition);
      }
    }
    return {};
  }

 private:
  TaskPreference placesOf(const LineageNode& node, int partition, const LineageParents& parents) {
    TaskPreference found;
    if (node.storageLevel() != StorageLevel::NONE) {
      for (ExecutorPlace& place : cache_.places(node.id(), partition)) {
        found.executors.push_back(std::move(place.executorId));
        found.hosts.push_back(std::move(place.host));
      }
    }
    if (found.empty()) found.hosts = node.preferredHosts(partition);
    for (const auto& shuffle : parents.shuffles) {
      if (!found.empty()) break;
      found = shuffles_.try_emplace(shuffle->shuffleId(), *shuffle, outputs_).first->second.of(partition);
    }
    return found;
  }

  const MapOutputTracker& outputs_;
  const CachedPartitions& cache_;
  std::map<int, ShufflePlaces> shuffles_;
};

// Whether any step may have a place, so that a long lineage without one is walked once, not once for each partition.
bool mayHavePlaces(const std::shared_ptr<const LineageNode>& node) {
  bool may = false;
  walkStage(node, [&](const LineageNode& step, const LineageParents& parents) {
    may = may || step.storageLevel() != StorageLevel::NONE || !parents.shuffles.empty() ||
          (parents.narrow.empty() && step.numPartitions() > 0 && !step.preferredHosts(0).empty());
    return !may;
  });
  return may;
}

}  // namespace

std::vector<TaskPreference> LineagePlaces::of(const std::shared_ptr<const LineageNode>& node,
                                              const std::vector<int>& partitions) const {
  if (!mayHavePlaces(node)) return {};
  Search search(outputs_, cache_);
  std::vector<TaskPreference> preferences;
  preferences.reserve(partitions.size());
  bool any = false;
  for (int partition : partitions) {
    preferences.push_back(search.find(node, partition));
    any = any || !preferences.back().empty();
  }
  return any ? preferences : std::vector<TaskPreference>();
}

}  // namespace ferro
