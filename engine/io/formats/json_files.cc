#include "ferro/engine/io/formats/json_files.h"

#include <algorithm>
#include <utility>

#include <arrow/array/array_nested.h>
#include <arrow/array/array_primitive.h>
#include <arrow/array/builder_base.h>
#include <arrow/array/builder_binary.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/compute/api_vector.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/formats/json_records.h"
#include "ferro/engine/task_resources.h"

namespace ferro {
namespace {

constexpr int64_t kBatchBytes = 4 << 20;

[[noreturn]] void throwMalformed(const JsonRecords& records, const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "[MALFORMED_RECORD_IN_PARSING] json: " + records.place() + " " + what +
                                             "; the mode PERMISSIVE gives null for such records");
}

class JsonBatches final : public BatchSource {
 public:
  JsonBatches(TaskContext& context, const FileSplit& split, const ReadRequest& request, const JsonOptions& options)
      : request_(request), options_(options), records_(context, split, options), pool_(uncountedPool(context)) {
    corrupt_ = request.schema->GetFieldIndex(options.corruptColumn);
    const bool wantsCorrupt =
        std::find(request.columns.begin(), request.columns.end(), corrupt_) != request.columns.end();
    // Whether a record is corrupt shows only when all its columns are read.
    arrow::FieldVector fields;
    for (int i = 0; i < request.schema->num_fields(); ++i) {
      const bool wanted = std::find(request.columns.begin(), request.columns.end(), i) != request.columns.end();
      if (i != corrupt_ && (wanted || wantsCorrupt)) {
        positions_.push_back(i);
        fields.push_back(request.schema->field(i));
      }
    }
    type_ = arrow::struct_(std::move(fields));
    builder_ = valueOf(arrow::MakeBuilder(type_, pool_), "cannot build columns from JSON");
    rows_ = makeJsonColumn(*type_, *builder_, options.formats);
    nothing_.parse("{}", {});
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (true) {
      int64_t bytes = 0;
      while (!ended_ && builder_->length() < kBatchRows && bytes < kBatchBytes) {
        ended_ = !records_.next();
        if (ended_) break;
        bytes += static_cast<int64_t>(records_.text().size());
        addRecord();
      }
      if (builder_->length() == 0) return nullptr;
      auto batch = finish();
      if (batch->num_rows() > 0) return batch;
    }
  }

 private:
  void addRecord() {
    if (records_.error()) return addMalformed(records_.error()->what);
    const JsonTape& tape = records_.tape();
    if (tape[0].kind == JsonKind::kObject) return addRow(0);
    if (tape[0].kind != JsonKind::kArray) return addMalformed("is not an object");
    addArray(tape);
  }

  // A row for each object of an array; one that holds anything else is malformed as a whole.
  void addArray(const JsonTape& tape) {
    bool whole = true;
    for (size_t node = 1; node < tape[0].next; node = tape[node].next) {
      if (tape[node].kind != JsonKind::kObject) {
        return addMalformed("has something in its array that is not an object");
      }
      whole = whole && rows_->fitOf(tape, node) == JsonFit::kWhole;
    }
    for (size_t node = 1; node < tape[0].next; node = tape[node].next) addRow(node, whole);
  }

  // A row is good if all of its record is.
  void addRow(size_t node, bool good = true) {
    good = rows_->append(records_.tape(), node) == JsonFit::kWhole && good;
    if (!good && options_.mode == ReadMode::kFailFast) {
      throwMalformed(records_, "has a value that is not of its column's type");
    }
    endRow(good);
  }

  void addMalformed(const std::string& what) {
    if (options_.mode == ReadMode::kFailFast) throwMalformed(records_, what);
    if (options_.mode == ReadMode::kDropMalformed) return;
    rows_->append(nothing_, 0);
    endRow(false);
  }

  void endRow(bool good) {
    const bool keep = good || options_.mode != ReadMode::kDropMalformed;
    check(kept_.Append(keep), "cannot build columns from JSON");
    anyDropped_ = anyDropped_ || !keep;
    if (corrupt_ < 0) return;
    check(good ? corruptTexts_.AppendNull() : corruptTexts_.Append(asUtf8(records_.text(), scratch_)),
          "cannot build columns from JSON");
  }

  std::shared_ptr<arrow::RecordBatch> finish();

  const ReadRequest& request_;
  const JsonOptions& options_;
  JsonRecords records_;
  arrow::MemoryPool* pool_;
  int corrupt_ = -1;            // position of the column for corrupt records in the schema
  std::vector<int> positions_;  // in the schema, of the columns that are built
  std::shared_ptr<arrow::DataType> type_;
  std::unique_ptr<arrow::ArrayBuilder> builder_;
  std::unique_ptr<JsonColumn> rows_;
  arrow::StringBuilder corruptTexts_;
  arrow::BooleanBuilder kept_;
  JsonTape nothing_;  // an object without members
  std::string scratch_;
  bool anyDropped_ = false;
  bool ended_ = false;
};

std::shared_ptr<arrow::RecordBatch> JsonBatches::finish() {
  const std::string what = "cannot build columns from JSON";
  const auto rows = valueOf(builder_->Finish(), what);
  const auto corrupt = corrupt_ >= 0 ? valueOf(corruptTexts_.Finish(), what) : nullptr;
  const auto kept = valueOf(kept_.Finish(), what);
  const auto& columns = static_cast<const arrow::StructArray&>(*rows);
  arrow::ArrayVector wanted;
  for (const int position : request_.columns) {
    if (position == corrupt_) {
      wanted.push_back(corrupt);
      continue;
    }
    const auto found = std::find(positions_.begin(), positions_.end(), position);
    wanted.push_back(columns.field(static_cast<int>(found - positions_.begin())));
  }
  auto batch = arrow::RecordBatch::Make(request_.wanted, rows->length(), std::move(wanted));
  if (!std::exchange(anyDropped_, false)) return batch;
  if (batch->num_columns() == 0) {
    const int64_t left = static_cast<const arrow::BooleanArray&>(*kept).true_count();
    return arrow::RecordBatch::Make(request_.wanted, left, arrow::ArrayVector());
  }
  const auto filtered = valueOf(arrow::compute::Filter(batch, kept), what);
  return filtered.record_batch();
}

class JsonFormat final : public FileFormat {
 public:
  explicit JsonFormat(const std::map<std::string, std::string>& given) : options_(given) {}

  std::unique_ptr<BatchSource> open(TaskContext& context, const FileSplit& split,
                                    const ReadRequest& request) const override {
    return std::make_unique<JsonBatches>(context, split, request, options_);
  }

 private:
  JsonOptions options_;
};

}  // namespace

std::unique_ptr<const FileFormat> makeJsonFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const JsonFormat>(options);
}

}  // namespace ferro
