// Training data on executors: blocks of a table's label, features and weight, cached by the block manager, and passes
// over them as jobs. The sums of partitions are added up in the order of the partitions, so that the same partitions
// give the same answer. Made and used by one driver thread; the blocks go with it.
#pragma once

#include <string>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/blocks/block_node.h"
#include "ferro/mllib/blocks/training_summary.h"
#include "ferro/mllib/losses/loss_source.h"
#include "ferro/mllib/solvers/dual_pass.h"

namespace ferro::ml {

class TrainingData final : public LossSource, public DualSource {
 public:
  // Reads the table once. Errors kInvalidArgument say what no model can be trained on: no rows, weights that are all
  // zero, and what blocksOf() refuses. stage is who trains, for errors.
  TrainingData(const DataFrame& frame, const BlockOptions& options, const std::string& stage);
  ~TrainingData() override = default;
  TrainingData(const TrainingData&) = delete;
  TrainingData& operator=(const TrainingData&) = delete;

  const TrainingSummary& summary() const { return summary_; }
  LossSums sum(const LossRequest& request) override;
  int numDualPartitions() const override { return dualBlocks_->numPartitions(); }
  std::vector<DualChange> ascend(const DualRequest& request) override;

  const SessionPtr& session() const { return session_; }
  const BatchNodePtr& blocks() const { return blocks_; }

 private:
  void requireFiniteMoments(const BlockOptions& options, const std::string& stage) const;

  SessionPtr session_;
  BatchNodePtr blocks_;
  BatchNodePtr dualBlocks_;  // the same in as few partitions as keep all cores busy: more would slow the dual down
  TrainingSummary summary_;
};

// Error kInvalidArgument, which names the label and says how labels become classes, unless all labels are 0, 1, 2, ...
// How many classes there are: what the column's metadata says, or else one more than the largest label.
int32_t numClassesIn(const DataFrame& frame, const TrainingSummary& summary, const std::string& labelCol,
                     const std::string& stage);

}  // namespace ferro::ml
