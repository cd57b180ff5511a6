#include "ferro/scheduler/stage_graph.h"

#include <algorithm>
#include <utility>

#include "ferro/scheduler/lineage_walk.h"

namespace ferro {

Stage& StageGraph::addJob(JobId job, const JobSpec& spec) {
  const std::set<JobId> jobs{job};
  auto stage = std::make_unique<Stage>();
  for (const auto& shuffle : inputsOf(spec.node)) stage->parents.push_back(mapStage(shuffle, jobs).id);
  stage->id = {nextStage_++};
  stage->name = spec.properties.callSite.empty() ? spec.node->name() : spec.properties.callSite;
  stage->node = spec.node;
  stage->body = spec.body;
  stage->numTasks = static_cast<int>(spec.partitions.size());
  stage->partitions = spec.partitions;
  stage->delivered.resize(spec.partitions.size());
  stage->jobs = jobs;
  return insert(std::move(stage));
}

std::vector<std::unique_ptr<Stage>> StageGraph::removeJob(JobId job) {
  std::vector<std::unique_ptr<Stage>> removed;
  for (auto entry = stages_.begin(); entry != stages_.end();) {
    Stage& stage = *entry->second;
    if (stage.jobs.erase(job) == 0 || !stage.jobs.empty()) {
      ++entry;
      continue;
    }
    if (stage.isMapStage()) byShuffle_.erase(stage.shuffle->shuffleId());
    removed.push_back(std::move(entry->second));
    entry = stages_.erase(entry);
  }
  return removed;
}

std::vector<Stage*> StageGraph::missingParents(Stage& stage) {
  std::vector<Stage*> missing;
  std::vector<StageId> parents;
  for (const auto& shuffle : inputsOf(stage.node)) {
    Stage& parent = mapStage(shuffle, stage.jobs);
    parents.push_back(parent.id);
    if (!isComplete(*shuffle)) missing.push_back(&parent);
  }
  stage.parents = std::move(parents);
  return missing;
}

Stage* StageGraph::mapStageOf(int shuffleId, Stage& reader) {
  std::shared_ptr<const ShuffleDependency> found;
  walkStage(reader.node, [&](const LineageNode&, const LineageParents& parents) {
    for (const auto& shuffle : parents.shuffles) {
      if (shuffle->shuffleId() == shuffleId) found = shuffle;
    }
    return found == nullptr;
  });
  return found == nullptr ? nullptr : &mapStage(found, reader.jobs);
}

std::vector<Stage*> StageGraph::stagesThatDependOn(int shuffleId) {
  std::vector<Stage*> dependants;
  std::unordered_set<int> shuffles{shuffleId};
  for (bool grows = true; grows;) {
    grows = false;
    for (auto& [id, stage] : stages_) {
      if (std::find(dependants.begin(), dependants.end(), stage.get()) != dependants.end()) continue;
      bool depends = false;
      walkStage(stage->node, [&](const LineageNode&, const LineageParents& parents) {
        for (const auto& shuffle : parents.shuffles) depends |= shuffles.contains(shuffle->shuffleId());
        return !depends;
      });
      if (!depends) continue;
      dependants.push_back(stage.get());
      if (stage->isMapStage()) shuffles.insert(stage->shuffle->shuffleId());
      grows = true;
    }
  }
  return dependants;
}

Stage* StageGraph::find(StageId id) {
  auto found = stages_.find(id);
  return found == stages_.end() ? nullptr : found->second.get();
}

std::vector<const Stage*> StageGraph::stagesOf(JobId job) const {
  std::vector<const Stage*> stages;
  for (const auto& [id, stage] : stages_) {
    if (stage->jobs.contains(job)) stages.push_back(stage.get());
  }
  return stages;
}

// The shuffles that the steps ending in `node` read; a node whose partitions are all cached needs none.
StageGraph::Shuffles StageGraph::inputsOf(const std::shared_ptr<const LineageNode>& node) const {
  Shuffles inputs;
  std::unordered_set<int> seen;
  walkStage(node, [&](const LineageNode& step, const LineageParents& parents) {
    if (isCached(step)) return false;
    for (const auto& shuffle : parents.shuffles) {
      if (seen.insert(shuffle->shuffleId()).second) inputs.push_back(shuffle);
    }
    return true;
  });
  return inputs;
}

bool StageGraph::isBarrier(const Stage& stage) const {
  bool barrier = false;
  walkStage(stage.node, [&](const LineageNode& step, const LineageParents&) {
    if (isCached(step)) return false;
    if (!step.isBarrier()) return true;
    barrier = true;
    if (step.numPartitions() == stage.numTasks) return true;
    throw Error(ErrorCode::kInvalidArgument,
                step.name() + " is a barrier step of " + std::to_string(step.numPartitions()) +
                    " partitions, whose tasks run all at once, but this stage has " + std::to_string(stage.numTasks) +
                    " tasks; ask for all partitions (collect, not take or first), and cache the Rdd before union, "
                    "coalesce or cartesian");
  });
  return barrier;
}

bool StageGraph::isCached(const LineageNode& node) const {
  if (node.storageLevel() == StorageLevel::NONE) return false;
  for (int partition = 0; partition < node.numPartitions(); ++partition) {
    if (!cache_.isCached(node.id(), partition)) return false;
  }
  return true;
}

bool StageGraph::isComplete(const ShuffleDependency& shuffle) const {
  return outputs_.contains(shuffle.shuffleId()) && outputs_.isComplete(shuffle.shuffleId());
}

Stage* StageGraph::existing(int shuffleId) {
  auto found = byShuffle_.find(shuffleId);
  return found == byShuffle_.end() ? nullptr : find(found->second);
}

Stage& StageGraph::mapStage(const std::shared_ptr<const ShuffleDependency>& shuffle, const std::set<JobId>& jobs) {
  std::vector<Draft> drafts;
  auto begin = [&](const std::shared_ptr<const ShuffleDependency>& begun) {
    drafts.push_back({begun, isComplete(*begun) ? Shuffles{} : inputsOf(begun->mapSide()), 0, {}});
  };
  Stage* made = existing(shuffle->shuffleId());
  if (made != nullptr) {
    joinJobs(*made, jobs);
    return *made;
  }
  begin(shuffle);
  while (!drafts.empty()) {
    Draft& draft = drafts.back();
    if (draft.nextInput == draft.inputs.size()) {
      Draft whole = std::move(draft);
      drafts.pop_back();
      made = &makeMapStage(std::move(whole), jobs);
      continue;
    }
    const auto& input = draft.inputs[draft.nextInput];
    if (Stage* parent = existing(input->shuffleId())) {
      joinJobs(*parent, jobs);
      draft.parents.push_back(parent->id);
      ++draft.nextInput;
    } else {
      begin(std::shared_ptr(input));
    }
  }
  return *made;
}

Stage& StageGraph::makeMapStage(Draft draft, const std::set<JobId>& jobs) {
  const int shuffleId = draft.shuffle->shuffleId();
  auto stage = std::make_unique<Stage>();
  stage->id = {nextStage_++};
  stage->node = draft.shuffle->mapSide();
  stage->name = stage->node->name();
  stage->body = draft.shuffle->writer();
  stage->numTasks = stage->node->numPartitions();
  stage->parents = std::move(draft.parents);
  stage->jobs = jobs;
  outputs_.registerShuffle(shuffleId, stage->numTasks);
  stage->shuffle = std::move(draft.shuffle);
  byShuffle_[shuffleId] = stage->id;
  return insert(std::move(stage));
}

Stage& StageGraph::insert(std::unique_ptr<Stage> stage) {
  Stage& inserted = *stage;
  stages_.emplace(inserted.id, std::move(stage));
  return inserted;
}

// A job that needs a stage needs what stands before it.
void StageGraph::joinJobs(Stage& stage, const std::set<JobId>& jobs) {
  std::vector<Stage*> stack{&stage};
  while (!stack.empty()) {
    Stage& joined = *stack.back();
    stack.pop_back();
    if (std::includes(joined.jobs.begin(), joined.jobs.end(), jobs.begin(), jobs.end())) continue;
    joined.jobs.insert(jobs.begin(), jobs.end());
    for (StageId parent : joined.parents) {
      if (Stage* found = find(parent)) stack.push_back(found);
    }
  }
}

bool isIndeterminate(const Stage& stage) {
  bool indeterminate = false;
  walkStage(stage.node, [&](const LineageNode& node, const LineageParents&) {
    indeterminate |= !node.isDeterministic();
    return !indeterminate;
  });
  return indeterminate;
}

}  // namespace ferro
