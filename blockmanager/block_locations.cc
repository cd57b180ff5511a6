#include "ferro/blockmanager/block_locations.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

namespace ferro {

int BlockLocations::copiesOf(const StorageLevel& level) const {
  return level.replication == 2 ? replicasOfTwo_ : level.replication;
}

void BlockLocations::addExecutor(const ExecutorPlace& place) {
  std::unique_lock lock(mutex_);
  executors_.insert_or_assign(place.executorId, place);
}

LostBlocks BlockLocations::removeExecutor(const std::string& executorId) {
  LostBlocks lost;
  std::unique_lock lock(mutex_);
  if (executors_.erase(executorId) == 0) return lost;
  for (auto& [rdd, partitions] : rdds_) {
    for (auto& [partition, holders] : partitions) loseHolder(holders, executorId, lost);
    std::erase_if(partitions, [](const auto& entry) { return entry.second.empty(); });
  }
  std::erase_if(rdds_, [](const auto& entry) { return entry.second.empty(); });
  for (auto& [id, holders] : others_) loseHolder(holders, executorId, lost);
  std::erase_if(others_, [](const auto& entry) { return entry.second.empty(); });
  std::sort(lost.gone.begin(), lost.gone.end());
  std::sort(lost.missingReplicas.begin(), lost.missingReplicas.end());
  return lost;
}

void BlockLocations::loseHolder(Holders& holders, const std::string& executorId, LostBlocks& lost) const {
  auto holder = std::find_if(holders.begin(), holders.end(), [&](const auto& h) { return h.executorId == executorId; });
  if (holder == holders.end()) return;
  BlockStatus status = std::move(holder->status);
  holders.erase(holder);
  if (holders.empty()) {
    lost.gone.push_back(std::move(status.id));
  } else if (static_cast<int>(holders.size()) < copiesOf(status.level)) {
    lost.missingReplicas.push_back(std::move(status.id));
  }
}

std::vector<ExecutorPlace> BlockLocations::executors() const {
  std::shared_lock lock(mutex_);
  std::vector<ExecutorPlace> places;
  places.reserve(executors_.size());
  for (const auto& [id, place] : executors_) places.push_back(place);
  return places;
}

std::optional<ExecutorPlace> BlockLocations::executor(const std::string& executorId) const {
  std::shared_lock lock(mutex_);
  auto found = executors_.find(executorId);
  return found == executors_.end() ? std::nullopt : std::optional(found->second);
}

bool BlockLocations::update(const std::string& executorId, const BlockStatus& status) {
  std::unique_lock lock(mutex_);
  if (!executors_.contains(executorId)) return false;
  Holders& holders = findOrAdd(status.id);
  auto holder = std::find_if(holders.begin(), holders.end(), [&](const auto& h) { return h.executorId == executorId; });
  if (status.level == StorageLevel::NONE) {
    if (holder != holders.end()) holders.erase(holder);
    eraseIfEmpty(status.id);
  } else if (holder == holders.end()) {
    holders.push_back({executorId, status});
  } else {
    holder->status = status;
  }
  return true;
}

const BlockLocations::Holders* BlockLocations::find(const BlockId& id) const {
  if (auto both = id.rddPartition()) {
    auto rdd = rdds_.find(both->rdd);
    if (rdd == rdds_.end()) return nullptr;
    auto partition = rdd->second.find(both->partition);
    return partition == rdd->second.end() ? nullptr : &partition->second;
  }
  auto other = others_.find(id);
  return other == others_.end() ? nullptr : &other->second;
}

BlockLocations::Holders& BlockLocations::findOrAdd(const BlockId& id) {
  if (auto both = id.rddPartition()) return rdds_[both->rdd][both->partition];
  return others_[id];
}

void BlockLocations::eraseIfEmpty(const BlockId& id) {
  auto both = id.rddPartition();
  if (!both) {
    if (auto other = others_.find(id); other != others_.end() && other->second.empty()) others_.erase(other);
    return;
  }
  auto rdd = rdds_.find(both->rdd);
  if (rdd == rdds_.end()) return;
  if (auto found = rdd->second.find(both->partition); found != rdd->second.end() && found->second.empty()) {
    rdd->second.erase(found);
  }
  if (rdd->second.empty()) rdds_.erase(rdd);
}

std::vector<ExecutorPlace> BlockLocations::placesOf(const Holders& holders) const {
  std::vector<ExecutorPlace> places;
  places.reserve(holders.size());
  for (const Holder& holder : holders) places.push_back(executors_.at(holder.executorId));
  return places;
}

std::vector<ExecutorPlace> BlockLocations::places(const BlockId& id) const {
  std::shared_lock lock(mutex_);
  const Holders* holders = find(id);
  return holders == nullptr ? std::vector<ExecutorPlace>() : placesOf(*holders);
}

bool BlockLocations::contains(const BlockId& id) const {
  std::shared_lock lock(mutex_);
  return find(id) != nullptr;
}

bool BlockLocations::containsPartition(int rdd, int partition) const {
  std::shared_lock lock(mutex_);
  auto found = rdds_.find(rdd);
  return found != rdds_.end() && found->second.contains(partition);
}

std::optional<BlockStatus> BlockLocations::status(const BlockId& id) const {
  std::shared_lock lock(mutex_);
  const Holders* holders = find(id);
  return holders == nullptr ? std::nullopt : std::optional(holders->front().status);
}

std::map<int, std::vector<ExecutorPlace>> BlockLocations::placesOfRdd(int rdd) const {
  std::map<int, std::vector<ExecutorPlace>> places;
  std::shared_lock lock(mutex_);
  auto found = rdds_.find(rdd);
  if (found == rdds_.end()) return places;
  for (const auto& [partition, holders] : found->second) places.emplace(partition, placesOf(holders));
  return places;
}

std::vector<ExecutorPlace> BlockLocations::removeRdd(int rdd) {
  std::unique_lock lock(mutex_);
  auto removed = rdds_.extract(rdd);
  if (removed.empty()) return {};
  std::set<ExecutorPlace> places;
  for (const auto& [partition, holders] : removed.mapped()) {
    for (const ExecutorPlace& place : placesOf(holders)) places.insert(place);
  }
  return {places.begin(), places.end()};
}

bool BlockLocations::holdsAny(const std::string& executorId) const {
  std::shared_lock lock(mutex_);
  for (const auto& [rdd, partitions] : rdds_) {
    for (const auto& [partition, holders] : partitions) {
      for (const Holder& holder : holders) {
        if (holder.executorId == executorId) return true;
      }
    }
  }
  return false;
}

size_t BlockLocations::numBlocks() const {
  std::shared_lock lock(mutex_);
  size_t count = others_.size();
  for (const auto& [rdd, partitions] : rdds_) count += partitions.size();
  return count;
}

}  // namespace ferro
