#include "ferro/engine/exec/range_bounds.h"

#include <algorithm>
#include <utility>

#include <arrow/record_batch.h>

#include "ferro/common/arrow_bytes.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/gather_source.h"
#include "ferro/engine/exec/key_order.h"
#include "ferro/engine/exec/row_partitioner.h"
#include "ferro/engine/random.h"
#include "ferro/engine/rdd_base.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"
#include "ferro/shuffle/range_bounds.h"

namespace ferro {
namespace {

// How a partition is sampled. Travels.
struct SampleSpec {
  std::vector<SortKey> keys{};
  int64_t reservoir = 0;  // so many rows, or, when 0,
  double fraction = 0;    // each row with this probability
  uint64_t seed = 0;
};

// Rows of a partition, and the sample of their keys as bytes.
using KeySample = std::pair<int64_t, std::string>;

class KeySampleSink final : public SinkWith<KeySampleSink, SampleSpec> {
 public:
  using SinkWith::SinkWith;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node& node, UntypedIterator& rows) const override {
    const SampleSpec& spec = argument<0>();
    const auto schema = sortKeySchema(*node.schema(), spec.keys);
    SplitMix64 random(seedFor(spec.seed, context.partitionId()));
    std::vector<RowRef> drawn;
    GatherSource source(schema);
    int64_t count = 0;
    auto& batches = static_cast<BatchIterator&>(rows);
    while (auto batch = batches.next()) {
      context.throwIfCancelled();
      const auto chunk = static_cast<uint32_t>(source.numChunks());
      source.add(keysOf(*batch, spec.keys, schema));
      for (uint32_t row = 0; row < batch->num_rows(); ++row) draw(spec, random, ++count, {chunk, row}, drawn);
      if (source.numChunks() > kMostChunks) keepDrawn(context, source, drawn);
    }
    return std::make_unique<TypedTaskValue<KeySample>>(KeySample(count, sampleBytes(context, source, drawn)));
  }

  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<KeySample>>(decoder.read<KeySample>());
  }

 private:
  static constexpr size_t kMostChunks = 64;

  // The n-th row takes the place of a random one with probability reservoir / n.
  static void draw(const SampleSpec& spec, SplitMix64& random, int64_t count, RowRef row, std::vector<RowRef>& drawn) {
    if (spec.reservoir == 0) {
      if (random.nextDouble() < spec.fraction) drawn.push_back(row);
    } else if (count <= spec.reservoir) {
      drawn.push_back(row);
    } else {
      const auto place = static_cast<int64_t>(random.nextDouble() * static_cast<double>(count));
      if (place < spec.reservoir) drawn[static_cast<size_t>(place)] = row;
    }
  }

  static std::shared_ptr<arrow::RecordBatch> keysOf(const arrow::RecordBatch& batch, const std::vector<SortKey>& keys,
                                                    const std::shared_ptr<arrow::Schema>& schema) {
    std::vector<ArrayPointer> columns;
    for (const SortKey& key : keys) columns.push_back(batch.column_data(key.column));
    return arrow::RecordBatch::Make(schema, batch.num_rows(), std::move(columns));
  }

  // Lets go of the batches, but for what was drawn.
  static void keepDrawn(TaskContext& context, GatherSource& source, std::vector<RowRef>& drawn) {
    auto kept = source.gather(drawn, uncountedPool(context));
    source.clear();
    source.add(kept);
    for (size_t i = 0; i < drawn.size(); ++i) drawn[i] = {0, static_cast<uint32_t>(i)};
  }

  static std::string sampleBytes(TaskContext& context, const GatherSource& source, const std::vector<RowRef>& drawn) {
    auto batch = source.gather(drawn, uncountedPool(context));
    return batchToBytes(*plainBatch(batch, source.schema(), uncountedPool(context)));
  }
};

std::vector<KeySample> sampleKeys(const SessionPtr& session, const BatchNodePtr& rows, const SampleSpec& spec,
                                  std::vector<int> partitions) {
  std::vector<KeySample> samples(partitions.size());
  auto sink = std::make_shared<const KeySampleSink>(std::tuple(spec));
  detail::runJob(*session, rows, std::move(sink), std::move(partitions), "orderBy",
                 [&](int position, TaskValue& value) {
                   samples[static_cast<size_t>(position)] = detail::takeValue<KeySample>(value);
                 });
  return samples;
}

// All samples in one place, and their order.
class SampledKeys {
 public:
  SampledKeys(const std::vector<SortKey>& keys, std::shared_ptr<arrow::Schema> schema) : keys_(keys), source_(schema) {}

  std::vector<RowRef> add(const std::string& bytes) {
    auto batch = batchFromBytes(bytes, source_.schema());
    const auto chunk = static_cast<uint32_t>(source_.numChunks());
    source_.add(batch);
    auto& columns = columns_.emplace_back();
    for (int i = 0; i < batch->num_columns(); ++i) columns.push_back(batch->column_data(i));
    std::vector<RowRef> rows;
    for (uint32_t row = 0; row < batch->num_rows(); ++row) rows.push_back({chunk, row});
    return rows;
  }

  bool less(const RowRef& a, const RowRef& b) const {
    return compareKeys(keys_, columns_[a.chunk], a.row, columns_[b.chunk], b.row) < 0;
  }

  std::string bytes(const std::vector<RowRef>& rows) const {
    return batchToBytes(*source_.gather(rows, arrow::default_memory_pool()));
  }

 private:
  const std::vector<SortKey>& keys_;
  GatherSource source_;
  std::vector<std::vector<ArrayPointer>> columns_;
};

}  // namespace

RangeBounds sampleRangeBounds(const SessionPtr& session, const BatchNodePtr& rows, const std::vector<SortKey>& keys,
                              int numPartitions) {
  if (numPartitions < 2 || rows->numPartitions() == 0) return {};
  const RangeSampleSize size = rangeSampleSize(numPartitions, rows->numPartitions());
  SampleSpec spec{keys, size.perPartition, 0, static_cast<uint64_t>(rows->id())};
  SampledKeys sampled(keys, sortKeySchema(*rows->schema(), keys));
  std::vector<PartitionSample<RowRef>> samples;
  for (const auto& [count, bytes] : sampleKeys(session, rows, spec, detail::firstPartitions(rows->numPartitions()))) {
    samples.push_back({static_cast<int>(samples.size()), count, sampled.add(bytes)});
  }
  RangeSketch<RowRef> sketch = sketchRanges(std::move(samples), size);
  spec = {keys, 0, sketch.fraction, spec.seed + 1};
  for (const auto& [count, bytes] : sampleKeys(session, rows, spec, sketch.imbalanced)) {
    sketch.addResampled(sampled.add(bytes));
  }
  const auto less = [&](const RowRef& a, const RowRef& b) { return sampled.less(a, b); };
  const std::vector<RowRef> bounds = determineBounds(std::move(sketch.candidates), numPartitions, less);
  if (bounds.empty()) return {};
  return {sampled.bytes(bounds), static_cast<int>(bounds.size()) + 1};
}

}  // namespace ferro
