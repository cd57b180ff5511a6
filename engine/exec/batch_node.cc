#include "ferro/engine/exec/batch_node.h"

#include <arrow/record_batch.h>

#include "ferro/common/arrow_bytes.h"
#include "ferro/common/plain_columns.h"
#include "ferro/engine/exec/text_coder.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// Batches that lie somewhere, as an iterator.
class StoredBatches final : public BatchIterator {
 public:
  StoredBatches(TaskContext& context, std::unique_ptr<BatchSource> source)
      : context_(context), source_(std::move(source)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    context_.throwIfCancelled();
    auto batch = source_->next();
    while (batch != nullptr && batch->num_rows() == 0) batch = source_->next();
    return batch;
  }

 private:
  TaskContext& context_;
  std::unique_ptr<BatchSource> source_;
};

}  // namespace

BatchNodePtr shareBatchNode(std::unique_ptr<const BatchNode> made) { return made; }

BatchNode::BatchNode(NodeInfo&& info, LineageParents&& parents, std::shared_ptr<arrow::Schema> schema)
    : Node(std::move(info), std::move(parents)), schema_(std::move(schema)) {}

void BatchNode::writeBatches(TaskContext& context, UntypedIterator& rows, arrow::MemoryPool* pool,
                             BatchSink& sink) const {
  auto& batches = static_cast<BatchIterator&>(rows);
  while (auto batch = batches.next()) {
    context.throwIfCancelled();
    sink.add(plainBatch(batch, schema_, pool));
  }
}

void BatchNode::writeBatchesToKeep(TaskContext& context, UntypedIterator& rows, arrow::MemoryPool* pool,
                                   BatchSink& sink) const {
  auto& batches = static_cast<BatchIterator&>(rows);
  TextCoder coder(*schema_, pool);
  while (auto batch = batches.next()) {
    context.throwIfCancelled();
    sink.add(coder.encode(batch));
  }
}

std::unique_ptr<UntypedIterator> BatchNode::readBatches(TaskContext& context,
                                                        std::unique_ptr<BatchSource> source) const {
  return std::make_unique<StoredBatches>(context, std::move(source));
}

BatchIteratorPtr takeBatches(PartitionInputs& inputs, size_t input) {
  return BatchIteratorPtr(static_cast<BatchIterator*>(inputs.take(input).release()));
}

void Codec<std::shared_ptr<arrow::Schema>>::encode(Encoder& encoder, const std::shared_ptr<arrow::Schema>& schema) {
  encoder.write(schemaToBytes(*schema));
}

std::shared_ptr<arrow::Schema> Codec<std::shared_ptr<arrow::Schema>>::decode(Decoder& decoder) {
  return schemaFromBytes(decoder.read<std::string>());
}

}  // namespace ferro
