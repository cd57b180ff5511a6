#include "ferro/engine/io/formats/file_scan.h"

#include <utility>

#include <arrow/array/util.h>
#include <arrow/record_batch.h>
#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/formats/file_format.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

class ScannedBatches final : public BatchIterator {
 public:
  ScannedBatches(TaskContext& context, const FileSplits& splits, const ScanPlan& plan,
                 std::shared_ptr<arrow::Schema> schema)
      : context_(context),
        splits_(splits),
        plan_(plan),
        schema_(std::move(schema)),
        format_(makeFileFormat(plan.format, plan.options)) {
    arrow::FieldVector wanted;
    for (const int column : plan.dataColumns) wanted.push_back(plan.dataSchema->field(column));
    request_ = {plan.dataSchema, plan.dataColumns, plan.filters, arrow::schema(std::move(wanted)), plan.limit};
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (plan_.limit < 0 || rows_ < plan_.limit) {
      context_.throwIfCancelled();
      if (source_ == nullptr && !openNext()) break;
      auto batch = source_->next();
      if (batch == nullptr) {
        source_.reset();
      } else if (batch->num_rows() > 0) {
        rows_ += batch->num_rows();
        context_.metrics().inputRows += batch->num_rows();
        return withDirectories(*batch);
      }
    }
    return nullptr;
  }

 private:
  bool openNext() {
    if (split_ == splits_.size()) return false;
    const FileSplit& split = splits_[split_++];
    constants_.clear();
    for (int i = 0; i < plan_.partitionSchema->num_fields(); ++i) {
      const auto& field = plan_.partitionSchema->field(i);
      constants_.push_back(
          partitionScalar(field->name(), split.partitionValues[static_cast<size_t>(i)], field->type()));
    }
    source_ = format_->open(context_, split, request_);
    return true;
  }

  std::shared_ptr<arrow::RecordBatch> withDirectories(const arrow::RecordBatch& batch) {
    arrow::ArrayVector columns;
    for (const ScanColumn& column : plan_.columns) {
      if (!column.fromDirectory) {
        columns.push_back(batch.column(column.position));
        continue;
      }
      columns.push_back(valueOf(arrow::MakeArrayFromScalar(*constants_[static_cast<size_t>(column.position)],
                                                           batch.num_rows(), uncountedPool(context_)),
                                "cannot make the column of a directory"));
    }
    return arrow::RecordBatch::Make(schema_, batch.num_rows(), std::move(columns));
  }

  TaskContext& context_;
  const FileSplits& splits_;
  const ScanPlan& plan_;
  std::shared_ptr<arrow::Schema> schema_;
  std::unique_ptr<const FileFormat> format_;
  ReadRequest request_;
  size_t split_ = 0;
  int64_t rows_ = 0;
  arrow::ScalarVector constants_;
  std::unique_ptr<BatchSource> source_;
};

}  // namespace

std::unique_ptr<UntypedIterator> FileScan::open(TaskContext& context, int partition, PartitionInputs&) const {
  return std::make_unique<ScannedBatches>(context, argument<0>()[static_cast<size_t>(partition)], argument<1>(),
                                          schema());
}

}  // namespace ferro
