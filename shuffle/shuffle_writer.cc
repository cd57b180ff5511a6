#include "ferro/shuffle/shuffle_writer.h"

#include <string>
#include <utility>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/batch_bytes.h"
#include "ferro/shuffle/elapsed.h"
#include "ferro/shuffle/output_file_name.h"
#include "ferro/shuffle/shuffle_context.h"
#include "ferro/shuffle/shuffle_metrics.h"
#include "ferro/shuffle/writer_spill.h"

namespace ferro {
namespace {

constexpr int kMaxUncountedSizes = 256;

// Dictionaries travel in messages of their own, which a segment has none of.
void refuseDictionaries(const arrow::Field& field) {
  if (field.type()->id() == arrow::Type::DICTIONARY) {
    throw Error(ErrorCode::kInvalidArgument,
                "column " + field.name() + " is dictionary-encoded; decode it before it is shuffled");
  }
  for (const auto& child : field.type()->fields()) refuseDictionaries(*child);
}

}  // namespace

struct ShuffleWriter::State {
  State(ShuffleContext& shuffleContext, const MapTask& mapTask, std::shared_ptr<arrow::Schema> batchSchema,
        ShuffleMetrics& taskMetrics);

  void checkBatch(int reducer, const arrow::RecordBatch& batch) const;
  void spill();
  MapOutput finishInMemory();
  MapOutput finishOnDisk();

  ShuffleContext& context;
  const MapTask task;
  const std::shared_ptr<arrow::Schema> schema;
  ShuffleMetrics& metrics;
  MemoryConsumer claim;
  std::vector<ReducerBatch> inMemory;
  MapStatus status;  // its sizes are those of the batches until the output goes to disk
  WriterSpill spilled;
  bool committed = false;
};

ShuffleWriter::State::State(ShuffleContext& shuffleContext, const MapTask& mapTask,
                            std::shared_ptr<arrow::Schema> batchSchema, ShuffleMetrics& taskMetrics)
    : context(shuffleContext),
      task(mapTask),
      schema(std::move(batchSchema)),
      metrics(taskMetrics),
      claim(context.memory, "shuffle writer"),
      status{task.mapId, task.attempt, 0, std::vector<int64_t>(static_cast<size_t>(task.numReducers))},
      spilled(context.localDirs, context.options, context.memory.uncounted(),
              context.store.nextFileName(task.shuffleId, task.mapId)) {
  for (const auto& field : schema->fields()) refuseDictionaries(*field);
}

void ShuffleWriter::State::checkBatch(int reducer, const arrow::RecordBatch& batch) const {
  if (committed) throwInternal("a batch came after the commit of a shuffle writer");
  if (reducer < 0 || reducer >= task.numReducers) {
    throw Error(ErrorCode::kInvalidArgument, "partition " + std::to_string(reducer) + " is not one of the " +
                                                 std::to_string(task.numReducers) +
                                                 " partitions of the shuffle; check the partitioner");
  }
  if (batch.schema() != schema && !batch.schema()->Equals(*schema)) {
    throwInternal("a batch does not have the schema of its shuffle");
  }
}

void ShuffleWriter::State::spill() {
  const Elapsed elapsed(metrics.writeNanos);
  sortByReducer(inMemory);
  metrics.diskBytesSpilled += spilled.write(inMemory);
  metrics.memoryBytesSpilled += claim.held();
  inMemory.clear();
  claim.shrink(claim.held());
}

MapOutput ShuffleWriter::State::finishInMemory() {
  sortByReducer(inMemory);
  auto memory = std::make_shared<const MemoryMapOutput>(std::move(inMemory), claim.held());
  return {status, std::move(memory), nullptr};
}

MapOutput ShuffleWriter::State::finishOnDisk() {
  const Elapsed elapsed(metrics.writeNanos);
  sortByReducer(inMemory);
  spilled.sortByReducer();
  const MemoryMapOutput rest(std::move(inMemory), claim.held());
  const std::string name = context.forService ? outputFileName(task.shuffleId, task.mapId, task.attempt)
                                              : context.store.nextFileName(task.shuffleId, task.mapId);
  auto disk = DiskMapOutput::write(*context.outputDirs, context.options, context.memory.uncounted(), name,
                                   task.numReducers, [&](int reducer, SegmentWriter& writer) {
                                     spilled.copyTo(reducer, writer);
                                     for (const auto& part : rest.batchesFor(reducer)) writer.append(*part.batch);
                                   });
  const auto index = disk->index();
  for (int reducer = 0; reducer < task.numReducers; ++reducer) {
    status.sizes[static_cast<size_t>(reducer)] = index->segment(reducer).length;
  }
  return {status, nullptr, std::move(disk)};
}

ShuffleWriter::ShuffleWriter(ShuffleContext& context, const MapTask& task, std::shared_ptr<arrow::Schema> schema,
                             ShuffleMetrics& metrics)
    : state_(std::make_unique<State>(context, task, std::move(schema), metrics)) {}

ShuffleWriter::~ShuffleWriter() = default;

arrow::MemoryPool* ShuffleWriter::pool() const { return state_->claim.uncounted(); }

void ShuffleWriter::append(int reducer, std::shared_ptr<arrow::RecordBatch> batch) {
  State& state = *state_;
  state.checkBatch(reducer, *batch);
  if (batch->num_rows() == 0) return;
  const int64_t bytes = shuffledBytes(*batch);
  state.status.rows += batch->num_rows();
  state.status.sizes[static_cast<size_t>(reducer)] += sentBytes(*batch);
  const bool fits = state.claim.tryGrow(bytes);
  state.inMemory.push_back({reducer, std::move(batch)});
  if (fits) return;
  state.metrics.memoryBytesSpilled += bytes;
  state.spill();
}

MapStatus ShuffleWriter::commit() {
  State& state = *state_;
  if (state.committed) throwInternal("a shuffle writer was committed twice");
  // An output in memory keeps the sizes of its segments, which count where there are many.
  const bool hasManySizes = state.task.numReducers > kMaxUncountedSizes;
  const int64_t sizesBytes = hasManySizes ? state.task.numReducers * static_cast<int64_t>(sizeof(int64_t)) : 0;
  const bool toDisk = !state.spilled.empty() || state.context.forService || !state.claim.tryGrow(sizesBytes);
  MapOutput output = toDisk ? state.finishOnDisk() : state.finishInMemory();
  state.committed = true;
  for (const int64_t size : output.status.sizes) state.metrics.bytesWritten += size;
  state.metrics.recordsWritten += output.status.rows;
  MapStatus stored = state.context.store.commit(state.task.shuffleId, std::move(output), state.claim);
  state.claim.shrink(state.claim.held());
  // Of an output that was there before, somebody else may be the one who serves it now.
  const auto service = state.context.servicePlace.get();
  stored.place = service.value_or(ExecutorPlace{});
  stored.atService = service.has_value();
  return stored;
}

}  // namespace ferro
