#include "ferro/engine/io/formats/file_scan.h"

#include <utility>

#include <arrow/array/util.h>
#include <arrow/record_batch.h>
#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/formats/file_format.h"
#include "ferro/engine/session_zone.h"
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
        format_(makeFileFormat(plan.format, plan.options)),
        zone_(sessionZone(context)) {
    arrow::FieldVector wanted;
    for (const int column : plan.dataColumns) wanted.push_back(plan.dataSchema->field(column));
    request_ = {plan.dataSchema, plan.dataColumns, plan.filters, arrow::schema(std::move(wanted)), plan.limit};
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (plan_.limit < 0 || rows_ < plan_.limit) {
      context_.throwIfCancelled();
      if (source_ == nullptr && !openNext()) break;
      auto batch = nextOfSource();
      if (batch == nullptr) {
        closeSource();
      } else if (batch->num_rows() > 0) {
        rows_ += batch->num_rows();
        context_.metrics().inputRows += batch->num_rows();
        return withDirectories(*batch);
      }
    }
    if (source_ != nullptr) closeSource();
    return nullptr;
  }

 private:
  const FileSplit& split() const { return splits_[split_ - 1]; }

  // What a change of the file does to its reader is not worth telling: that it changed is.
  template <class Read>
  auto reading(Read read) {
    try {
      return read();
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kCancelled) requireUnchanged(split().location, split().version);
      throw;
    }
  }

  std::shared_ptr<arrow::RecordBatch> nextOfSource() {
    return reading([&] { return source_->next(); });
  }

  void closeSource() {
    source_.reset();
    requireUnchanged(split().location, split().version);
  }

  bool openNext() {
    if (split_ == splits_.size()) return false;
    const FileSplit& split = splits_[split_++];
    constants_.clear();
    for (int i = 0; i < plan_.partitionSchema->num_fields(); ++i) {
      const auto& field = plan_.partitionSchema->field(i);
      constants_.push_back(
          partitionScalar(field->name(), split.partitionValues[static_cast<size_t>(i)], field->type(), *zone_));
    }
    requireUnchanged(split.location, split.version);
    source_ = reading([&] { return format_->open(context_, split, request_); });
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
  TimeZonePtr zone_;  // of timestamps in names of directories
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
