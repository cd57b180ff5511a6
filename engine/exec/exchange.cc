#include "ferro/engine/exec/exchange.h"

#include <optional>
#include <utility>

#include <arrow/record_batch.h>

#include "ferro/common/error.h"
#include "ferro/engine/exec/exchange_writer.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/exec/range_bounds.h"
#include "ferro/engine/exec/row_partitioner.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// Arguments: the shuffle's id, and how rows are spread.
class ExchangeSink final : public SinkWith<ExchangeSink, int, ExchangeSpec> {
 public:
  using SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node& node, UntypedIterator& rows) const override {
    const auto& [shuffleId, spec] = arguments();
    const auto schema = node.schema();
    ExchangeWriter writer(context, shuffleId, spec.numPartitions, schema);
    auto partitioner = makeRowPartitioner(spec, context.partitionId(), *schema);
    std::vector<uint32_t> reducers;
    auto& batches = static_cast<BatchIterator&>(rows);
    while (auto batch = batches.next()) {
      reducers.resize(static_cast<size_t>(batch->num_rows()));
      partitioner->partition(*batch, reducers);
      writer.add(batch, reducers);
    }
    return std::make_unique<MapStatusValue>(writer.commit());
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<MapStatusValue>(decoder.read<MapStatus>());
  }
};

// The slices of a partition, one reducer after another.
class SlicedBatches final : public BatchIterator {
 public:
  SlicedBatches(TaskContext& context, int shuffleId, const PartitionSlices& slices,
                std::shared_ptr<arrow::Schema> schema)
      : context_(context), shuffleId_(shuffleId), slices_(slices), schema_(std::move(schema)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    context_.throwIfCancelled();
    while (true) {
      if (source_ != nullptr) {
        if (auto batch = source_->next()) {
          if (batch->num_rows() > 0) return batch;
          continue;
        }
      }
      if (!openNext()) return nullptr;
    }
  }

 private:
  bool openNext() {
    source_.reset();
    if (slice_ == slices_.size()) return false;
    const ShuffleSlice& slice = slices_[slice_];
    const int reducer = slice.firstReducer + reducer_;
    if (reducer >= slice.endReducer) {
      ++slice_;
      reducer_ = 0;
      return slice_ < slices_.size() ? openNext() : false;
    }
    ++reducer_;
    source_ = context_.environment().shuffles().openReader(
        shuffleId_, reducer, schema_, MapRange{slice.firstMap, slice.endMap}, context_.metrics().shuffle,
        {.epoch = context_.identity().mapOutputEpoch, .isCancelled = [this] { return context_.cancelled(); }});
    return true;
  }

  TaskContext& context_;
  int shuffleId_;
  const PartitionSlices& slices_;
  std::shared_ptr<arrow::Schema> schema_;
  size_t slice_ = 0;
  int reducer_ = 0;  // in the slice
  std::unique_ptr<BatchSource> source_;
};

// Arguments: the shuffle's id, and what each partition reads of it.
class ShuffledBatchNode final : public BatchNodeWith<ShuffledBatchNode, int, std::vector<PartitionSlices>> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs&) const override {
    const auto& [shuffleId, partitions] = arguments();
    return std::make_unique<SlicedBatches>(context, shuffleId, partitions[static_cast<size_t>(partition)], schema());
  }
};

BatchNodePtr exchangeAndRead(const SessionPtr& session, const BatchNodePtr& rows, ExchangeSpec spec) {
  return readExchange(session, makeExchange(session, rows, std::move(spec)));
}

}  // namespace

ExchangePtr makeExchange(const SessionPtr& session, const BatchNodePtr& rows, ExchangeSpec spec) {
  if (spec.numPartitions < 1) {
    throw Error(ErrorCode::kInvalidArgument,
                "a table cannot be spread over " + std::to_string(spec.numPartitions) + " partitions; use at least 1");
  }
  const int shuffleId = detail::newShuffleId(*session);
  const int numReducers = spec.numPartitions;
  auto sink = std::make_shared<const ExchangeSink>(std::tuple(shuffleId, std::move(spec)));
  return detail::makeShuffle(session, shuffleId, rows, std::move(sink), numReducers);
}

BatchNodePtr readExchange(const SessionPtr& session, const ExchangePtr& exchange) {
  const int numMaps = exchange->mapSide()->numPartitions();
  std::vector<PartitionSlices> partitions;
  for (int i = 0; i < exchange->numReducers(); ++i) partitions.push_back({{i, i + 1, 0, numMaps}});
  return readExchange(session, exchange, std::move(partitions));
}

BatchNodePtr readExchange(const SessionPtr& session, const ExchangePtr& exchange,
                          std::vector<PartitionSlices> partitions) {
  const auto& rows = static_cast<const BatchNode&>(*exchange->mapSide());
  const int numPartitions = static_cast<int>(partitions.size());
  return detail::makeBatchNode<ShuffledBatchNode>(session, "exchange", numPartitions, LineageParents{{}, {exchange}},
                                                  rows.schema(), exchange->shuffleId(), std::move(partitions));
}

BatchNodePtr exchangeByHash(const SessionPtr& session, const BatchNodePtr& rows, std::vector<int> keys,
                            int numPartitions) {
  return exchangeAndRead(session, rows, {Spreading::kByHash, numPartitions, std::move(keys), {}, {}});
}

BatchNodePtr exchangeByContent(const SessionPtr& session, const BatchNodePtr& rows, int numPartitions) {
  return exchangeAndRead(session, rows, {Spreading::kByContent, numPartitions, {}, {}, {}});
}

BatchNodePtr exchangeToOne(const SessionPtr& session, const BatchNodePtr& rows) {
  return exchangeAndRead(session, rows, {Spreading::kToOne, 1, {}, {}, {}});
}

BatchNodePtr exchangeByRange(const SessionPtr& session, const BatchNodePtr& rows, const std::vector<SortKey>& keys,
                             int numPartitions) {
  const RangeBounds bounds = sampleRangeBounds(session, rows, keys, numPartitions);
  return exchangeAndRead(session, rows, {Spreading::kByRange, bounds.numPartitions, {}, keys, bounds.batch});
}

}  // namespace ferro
