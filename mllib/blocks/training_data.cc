#include "ferro/mllib/blocks/training_data.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/exec/narrow.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/frame/query.h"
#include "ferro/engine/rdd_base.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/scheduler/task_context.h"

namespace ferro::ml {
namespace {

// Sums of one pass over the blocks of a partition.
class LossSink final : public SinkWith<LossSink, LossRequest> {
 public:
  using SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext&, const Node&, UntypedIterator& rows) const override {
    auto& blocks = static_cast<BatchIterator&>(rows);
    LossPass pass(argument<0>());
    while (auto block = blocks.next()) pass.add(viewOf(*block));
    return std::make_unique<TypedTaskValue<LossSums>>(pass.take());
  }
  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<LossSums>>(decoder.read<LossSums>());
  }
};

// A round of dual coordinate ascent on the blocks of a partition.
class DualSink final : public SinkWith<DualSink, DualRequest> {
 public:
  using SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node&, UntypedIterator& rows) const override {
    auto& source = static_cast<BatchIterator&>(rows);
    std::vector<std::shared_ptr<arrow::RecordBatch>> held;
    std::vector<BlockView> blocks;
    while (auto block = source.next()) {
      blocks.push_back(viewOf(*block));
      held.push_back(std::move(block));
    }
    return std::make_unique<TypedTaskValue<DualChange>>(ml::ascend(blocks, argument<0>(), context.partitionId()));
  }
  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<DualChange>>(decoder.read<DualChange>());
  }
};

class SummarySink final : public SinkWith<SummarySink> {
 public:
  using SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node&, UntypedIterator& rows) const override {
    auto& blocks = static_cast<BatchIterator&>(rows);
    SummaryBuilder builder(context.partitionId());
    while (auto block = blocks.next()) builder.add(viewOf(*block));
    return std::make_unique<TypedTaskValue<TrainingSummary>>(builder.finish());
  }
  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<TrainingSummary>>(decoder.read<TrainingSummary>());
  }
};

// The sink's result of each partition, in their order.
template <class R>
std::vector<R> runOnBlocks(const SessionPtr& session, const BatchNodePtr& blocks, std::shared_ptr<const Sink> sink,
                           const std::string& action) {
  std::vector<R> parts(static_cast<size_t>(blocks->numPartitions()));
  ferro::detail::runJob(*session, blocks, std::move(sink), ferro::detail::firstPartitions(blocks->numPartitions()),
                        action, [&](int position, TaskValue& value) {
                          parts[static_cast<size_t>(position)] = ferro::detail::takeValue<R>(value);
                        });
  return parts;
}

DataFrame trainingColumns(const DataFrame& frame, const BlockOptions& options, const std::string& stage) {
  const auto schema = frame.schema();
  requireNumericField(*schema, options.labelCol, stage);
  requireVectorField(*schema, options.featuresCol, stage);
  std::vector<Column> columns{columnOf(frame, options.labelCol).cast("double").as("label"),
                              columnOf(frame, options.featuresCol).as("features")};
  if (!options.weightCol.empty()) {
    requireNumericField(*schema, options.weightCol, stage);
    columns.push_back(columnOf(frame, options.weightCol).cast("double").as("weight"));
  }
  return frame.select(columns);
}

[[noreturn]] void throwNotAClass(const OddLabel& odd, const std::string& labelCol, const std::string& stage) {
  throw Error(ErrorCode::kInvalidArgument,
              stage + " needs labels that are whole numbers 0, 1, 2, ..., and column `" + labelCol + "` has " +
                  numberText(odd.label) + " in row " + std::to_string(odd.row) + " of partition " +
                  std::to_string(odd.partition) + "; put a StringIndexer before, which numbers the labels");
}

}  // namespace

TrainingData::TrainingData(const DataFrame& frame, const BlockOptions& options, const std::string& stage)
    : session_(frame.session()),
      blocks_(blocksOf(session_, trainingColumns(frame, options, stage).query().node(), options)),
      dualBlocks_(coalesceBatches(
          session_, blocks_,
          std::clamp(ferro::detail::defaultParallelism(*session_), 1, std::max(1, blocks_->numPartitions())))) {
  ferro::detail::persist(session_, blocks_, StorageLevel::MEMORY_AND_DISK);
  for (TrainingSummary& part :
       runOnBlocks<TrainingSummary>(session_, blocks_, std::make_shared<const SummarySink>(std::tuple<>()), stage)) {
    summary_.merge(part);
  }
  if (summary_.numRows == 0) {
    throw Error(ErrorCode::kInvalidArgument,
                stage + " was given no rows to train on; check what filters and joins before it leave over");
  }
  if (summary_.weightSum <= 0) {
    throw Error(ErrorCode::kInvalidArgument, stage + " was given weights that are all zero in column `" +
                                                 options.weightCol + "`; give some rows a weight above 0");
  }
  requireFiniteMoments(options, stage);
}

void TrainingData::requireFiniteMoments(const BlockOptions& options, const std::string& stage) const {
  const auto refuse = [&](const std::string& column, const std::string& where) {
    throw Error(ErrorCode::kInvalidArgument, stage + " cannot train on column `" + column + "`: its values" + where +
                                                 " are so large that the sum of their squares is no number; scale "
                                                 "them down, or drop the rows with the largest");
  };
  const std::vector<double> deviations = summary_.featureDeviations();
  for (size_t j = 0; j < deviations.size(); ++j) {
    if (!std::isfinite(deviations[j])) refuse(options.featuresCol, " at index " + std::to_string(j));
  }
  if (!std::isfinite(summary_.labelDeviation())) refuse(options.labelCol, "");
}

LossSums TrainingData::sum(const LossRequest& request) {
  LossSums total;
  auto sink = std::make_shared<const LossSink>(std::tuple<LossRequest>(request));
  for (const LossSums& part : runOnBlocks<LossSums>(session_, blocks_, std::move(sink), "training pass")) {
    total.add(part);
  }
  return total;
}

std::vector<DualChange> TrainingData::ascend(const DualRequest& request) {
  auto sink = std::make_shared<const DualSink>(std::tuple<DualRequest>(request));
  return runOnBlocks<DualChange>(session_, dualBlocks_, std::move(sink), "dual round");
}

int32_t numClassesIn(const DataFrame& frame, const TrainingSummary& summary, const std::string& labelCol,
                     const std::string& stage) {
  if (summary.notAClass) throwNotAClass(*summary.notAClass, labelCol, stage);
  const auto seen = static_cast<int32_t>(summary.classWeights.size());
  const auto declared = numClassesOf(*requireField(*frame.schema(), labelCol, stage));
  if (declared && *declared < seen) {
    throw Error(ErrorCode::kInvalidArgument, stage + ": column `" + labelCol + "` has label " +
                                                 std::to_string(seen - 1) + ", and its metadata says that there are " +
                                                 std::to_string(*declared) + " classes; index the labels anew");
  }
  return declared.value_or(seen);
}

}  // namespace ferro::ml
