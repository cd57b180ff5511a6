// Where the tasks of a stage would like to run, because their data is there. Asked by the DAG scheduler's loop each
// time a stage starts; where there is one executor only, nobody asks.
#pragma once

#include <memory>
#include <vector>

#include "ferro/scheduler/cached_partitions.h"
#include "ferro/scheduler/lineage.h"
#include "ferro/scheduler/locality.h"
#include "ferro/shuffle/map_output_tracker.h"

namespace ferro {

class PreferredPlaces {
 public:
  virtual ~PreferredPlaces() = default;
  // One preference for each of the partitions of `node`, or nothing at all when none of them has one.
  virtual std::vector<TaskPreference> of(const std::shared_ptr<const LineageNode>& node,
                                         const std::vector<int>& partitions) const = 0;
};

// Looks along the narrow steps that lead to a partition. The first place found wins: who caches a partition on the way,
// the hosts of a source, or the executors that hold at least a fifth of what a reducer reads.
class LineagePlaces final : public PreferredPlaces {
 public:
  LineagePlaces(const MapOutputTracker& outputs, const CachedPartitions& cache) : outputs_(outputs), cache_(cache) {}
  std::vector<TaskPreference> of(const std::shared_ptr<const LineageNode>& node,
                                 const std::vector<int>& partitions) const override;

 private:
  const MapOutputTracker& outputs_;
  const CachedPartitions& cache_;
};

}  // namespace ferro
