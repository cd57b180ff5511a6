// Rows to train on in a test's hands, from generators and from the data sets beside the project; and blocks of them
// that sum losses without a session.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/ferro.h"
#include "ferro/mllib/blocks/training_summary.h"
#include "ferro/mllib/losses/loss_source.h"
#include "ferro/mllib/solvers/dual_pass.h"

namespace ferro::test {

struct TrainingRow {
  double label = 0;
  double weight = 1;
  std::vector<double> features;
};
using TrainingRows = std::vector<TrainingRow>;

// A file of the data folder or of the golden folder beside it; empty, with a warning, when it is not here.
std::string dataPath(const std::string& name);
std::string goldenPath(const std::string& name);

// Label first, then numbers.
TrainingRows readCsvRows(const std::string& path);
TrainingRows readLibsvmRows(const std::string& path, size_t numFeatures);

// fill: the share of values that are not zero; whole: values are small whole numbers, as float holds them.
TrainingRows randomRows(uint64_t seed, size_t numRows, size_t numFeatures, int numClasses, double fill = 1,
                        bool whole = false);

// Columns label, weight and features, in so many partitions; features sparse where that is smaller.
DataFrame trainingFrame(const Session& session, const TrainingRows& rows, int numPartitions = 2);

class LocalBlocks final : public ml::LossSource, public ml::DualSource {
 public:
  // As partitions of equal size, each in blocks of about maxBytes. asSparse: rows are handed over as sparse vectors.
  explicit LocalBlocks(const TrainingRows& rows, size_t numPartitions = 1, int64_t maxBytes = 1 << 20,
                       bool asSparse = false);

  ml::LossSums sum(const ml::LossRequest& request) override;
  int numDualPartitions() const override { return static_cast<int>(partitions_.size()); }
  std::vector<ml::DualChange> ascend(const ml::DualRequest& request) override;
  ml::TrainingSummary summary() const;
  const std::vector<std::vector<std::shared_ptr<arrow::RecordBatch>>>& partitions() const { return partitions_; }
  int passes() const { return passes_; }

 private:
  std::vector<std::vector<std::shared_ptr<arrow::RecordBatch>>> partitions_;
  int passes_ = 0;
};

}  // namespace ferro::test
