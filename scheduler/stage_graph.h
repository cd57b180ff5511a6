// Cuts lineages into stages and keeps the stages that active jobs need. A shuffle's map stage is shared by all of them.
// Walks are loops, so that the length of a lineage is bounded by memory, not by the stack. Belongs to the DAG
// scheduler's loop.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ferro/scheduler/cached_partitions.h"
#include "ferro/scheduler/job.h"
#include "ferro/scheduler/stage.h"
#include "ferro/shuffle/map_output_tracker.h"

namespace ferro {

class StageGraph {
 public:
  StageGraph(MapOutputTracker& outputs, const CachedPartitions& cache) : outputs_(outputs), cache_(cache) {}

  // Makes the job's last stage and every stage that must or may have to run before it. Stages whose outputs are
  // complete are made too, but nothing behind them is looked at.
  Stage& addJob(JobId job, const JobSpec& spec);
  // Stages that no other job needs are removed and returned.
  std::vector<std::unique_ptr<Stage>> removeJob(JobId job);

  // The stages that must run before this one can; makes those that are not there yet, with all stages behind them.
  std::vector<Stage*> missingParents(Stage& stage);
  // The stage that writes a shuffle which `reader` reads; made if it is not there. Null if the reader reads no such
  // shuffle.
  Stage* mapStageOf(int shuffleId, Stage& reader);
  // Every stage that reads the shuffle, or reads a shuffle that does, and so on.
  std::vector<Stage*> stagesThatDependOn(int shuffleId);

  // Whether the stage's tasks run all together or not at all. Throws kInvalidArgument for a stage of which only some
  // tasks would belong together.
  bool isBarrier(const Stage& stage) const;

  Stage* find(StageId id);
  // The stage that writes a shuffle, if there is one.
  Stage* existing(int shuffleId);
  std::vector<const Stage*> stagesOf(JobId job) const;  // by id: parents first
  const std::map<StageId, std::unique_ptr<Stage>>& stages() const { return stages_; }

 private:
  using Shuffles = std::vector<std::shared_ptr<const ShuffleDependency>>;

  // A stage on its way: it gets its id when all its parents have theirs.
  struct Draft {
    std::shared_ptr<const ShuffleDependency> shuffle;
    Shuffles inputs;
    size_t nextInput = 0;
    std::vector<StageId> parents;
  };

  Shuffles inputsOf(const std::shared_ptr<const LineageNode>& node) const;
  bool isCached(const LineageNode& node) const;
  bool isComplete(const ShuffleDependency& shuffle) const;
  Stage& mapStage(const std::shared_ptr<const ShuffleDependency>& shuffle, const std::set<JobId>& jobs);
  Stage& makeMapStage(Draft draft, const std::set<JobId>& jobs);
  Stage& insert(std::unique_ptr<Stage> stage);
  void joinJobs(Stage& stage, const std::set<JobId>& jobs);

  MapOutputTracker& outputs_;
  const CachedPartitions& cache_;
  int nextStage_ = 0;
  std::map<StageId, std::unique_ptr<Stage>> stages_;
  std::unordered_map<int, StageId> byShuffle_;
};

// True if a second run of the stage's steps may give other rows.
bool isIndeterminate(const Stage& stage);

}  // namespace ferro
