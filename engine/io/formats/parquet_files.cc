#include "ferro/engine/io/formats/parquet_files.h"

#include <algorithm>
#include <array>
#include <utility>

#include <arrow/array/util.h>
#include <arrow/record_batch.h>
#include <arrow/scalar.h>
#include <arrow/type.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>
#include <parquet/statistics.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/conf/keys.h"
#include "ferro/engine/io/formats/column_cast.h"
#include "ferro/engine/io/formats/file_relation.h"
#include "ferro/engine/io/formats/parquet_reader.h"
#include "ferro/engine/io/formats/parquet_rebase.h"
#include "ferro/engine/io/formats/parquet_schema.h"
#include "ferro/engine/io/formats/text_check.h"
#include "ferro/engine/io/formats/value_range.h"
#include "ferro/engine/session_core.h"
#include "ferro/engine/task_resources.h"

namespace ferro {
namespace {

constexpr std::array<std::string_view, 3> kParquetOptions = {"mergeSchema", "datetimeRebaseMode", "int96RebaseMode"};
// Not an option of users: how the session's time zone travels.
constexpr std::string_view kZoneOption = "sessiontimezone";

constexpr std::array<std::string_view, 3> kRebaseModes = {"EXCEPTION", "CORRECTED", "LEGACY"};

// About what a batch takes, as the file's encoding counts it.
constexpr int64_t kParquetBatchBytes = int64_t{4} << 20;
constexpr int64_t kMinParquetBatchRows = 256;

using parquet::arrow::SchemaField;

// The file's field of that name, in any letter case, as in Spark.
const SchemaField* fieldNamed(const parquet::arrow::SchemaManifest& manifest, const std::string& name,
                              const std::string& location) {
  const SchemaField* found = nullptr;
  for (const SchemaField& field : manifest.schema_fields) {
    if (!equalIgnoringCase(field.field->name(), name)) continue;
    if (found != nullptr) throwAmbiguousColumns(found->field->name(), field.field->name(), location);
    found = &field;
  }
  return found;
}

int64_t startOf(const parquet::RowGroupMetaData& group) {
  const auto first = group.ColumnChunk(0);
  return first->has_dictionary_page() ? std::min(first->dictionary_page_offset(), first->data_page_offset())
                                      : first->data_page_offset();
}

int64_t compressedBytes(const parquet::RowGroupMetaData& group, const std::vector<int>& columns) {
  int64_t bytes = 0;
  for (const int column : columns) bytes += group.ColumnChunk(column)->total_compressed_size();
  return bytes;
}

std::vector<int> allColumns(const parquet::RowGroupMetaData& group) {
  std::vector<int> columns(static_cast<size_t>(group.num_columns()));
  for (size_t i = 0; i < columns.size(); ++i) columns[i] = static_cast<int>(i);
  return columns;
}

// What a row group's statistics say of a column; nothing when they say nothing.
std::optional<ValueRange> rangeIn(const parquet::RowGroupMetaData& group, const SchemaField* field) {
  if (field == nullptr || !field->is_leaf()) return std::nullopt;
  const auto chunk = group.ColumnChunk(field->column_index);
  const auto statistics = chunk->statistics();
  if (!statistics || chunk->type() == parquet::Type::INT96) return std::nullopt;
  ValueRange range;
  if (statistics->HasNullCount()) {
    range.hasNull = statistics->null_count() > 0;
    range.onlyNull = statistics->null_count() == group.num_rows();
  }
  if (statistics->HasMinMax()) {
    // Without both the range stays open, which skips nothing.
    if (!parquet::arrow::StatisticsAsScalars(*statistics, &range.least, &range.greatest).ok()) {
      range.least = range.greatest = nullptr;
    }
  }
  return range;
}

class ParquetBatches final : public BatchSource {
 public:
  ParquetBatches(TaskContext& context, const FileSplit& split, const ReadRequest& request, const RebaseOptions& rebase)
      : context_(context),
        location_(split.location),
        request_(request),
        pool_(uncountedPool(context)),
        reader_(openParquet(split.location, pool_)),
        rebase_(rebase, *reader_->parquet_reader()->metadata(), split.location) {
    for (const auto& field : request.wanted->fields()) {
      const SchemaField* found = fieldNamed(reader_->manifest(), field->name(), location_);
      fields_.push_back(found);
      if (found) {
        for (const int leaf : leavesOf(*found)) leaves_.push_back(leaf);
      }
    }
    chooseGroups(split);
    if (!leaves_.empty()) {
      reader_->set_batch_size(batchRows());
      batches_ = valueOf(reader_->GetRecordBatchReader(groups_, leaves_), "cannot read " + location_);
    }
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    context_.throwIfCancelled();
    if (batches_ == nullptr) return nextWithoutColumns();
    std::shared_ptr<arrow::RecordBatch> batch;
    check(batches_->ReadNext(&batch), "cannot read " + location_);
    return batch ? arranged(*batch) : nullptr;
  }

 private:
  void chooseGroups(const FileSplit& split) {
    const auto metadata = reader_->parquet_reader()->metadata();
    for (int i = 0; i < metadata->num_row_groups(); ++i) {
      const auto group = metadata->RowGroup(i);
      if (group->num_rows() == 0 || group->num_columns() == 0) continue;
      const int64_t middle = startOf(*group) + compressedBytes(*group, allColumns(*group)) / 2;
      if (middle < split.offset || middle >= split.offset + split.length || !mayMatch(*group)) continue;
      groups_.push_back(i);
      rowsLeft_ += group->num_rows();
      context_.metrics().inputBytes += compressedBytes(*group, leaves_);
    }
  }

  // Fewer where rows are wide: a batch is in memory whole.
  int64_t batchRows() const {
    const auto metadata = reader_->parquet_reader()->metadata();
    int64_t bytes = 0;
    for (const int i : groups_) {
      const auto group = metadata->RowGroup(i);
      for (const int leaf : leaves_) bytes += group->ColumnChunk(leaf)->total_uncompressed_size();
    }
    const int64_t bytesOfRow = std::max<int64_t>(1, bytes / std::max<int64_t>(1, rowsLeft_));
    return std::clamp(kParquetBatchBytes / bytesOfRow, kMinParquetBatchRows, kBatchRows);
  }

  bool mayMatch(const parquet::RowGroupMetaData& group) const {
    auto rangeOf = [&](int column) {
      const SchemaField* field = fieldNamed(reader_->manifest(), request_.schema->field(column)->name(), location_);
      return field != nullptr && rebase_.keepsOrder(*field) ? rangeIn(group, field) : std::nullopt;
    };
    return std::all_of(request_.filters.begin(), request_.filters.end(),
                       [&](const ExprPtr& filter) { return mayBeTrue(*filter, rangeOf); });
  }

  // None of the wanted columns is in the file: only its numbers of rows count.
  std::shared_ptr<arrow::RecordBatch> nextWithoutColumns() {
    if (rowsLeft_ == 0) return nullptr;
    const int64_t rows = std::min<int64_t>(rowsLeft_, kBatchRows);
    rowsLeft_ -= rows;
    return arranged(*arrow::RecordBatch::Make(arrow::schema(arrow::FieldVector()), rows, arrow::ArrayVector()));
  }

  std::shared_ptr<arrow::RecordBatch> arranged(const arrow::RecordBatch& batch) const {
    arrow::ArrayVector columns;
    for (int i = 0; i < request_.wanted->num_fields(); ++i) {
      const auto& field = *request_.wanted->field(i);
      const SchemaField* stored = fields_[static_cast<size_t>(i)];
      const auto column = stored == nullptr ? nullptr : batch.GetColumnByName(stored->field->name());
      columns.push_back(column ? columnAs(rebase_.rebased(column, *stored, pool_), field, location_, pool_)
                               : valueOf(arrow::MakeArrayOfNull(field.type(), batch.num_rows(), pool_),
                                         "cannot make a column of nulls"));
      requireUtf8(*columns.back(), field.name(), location_);
    }
    return arrow::RecordBatch::Make(request_.wanted, batch.num_rows(), std::move(columns));
  }

  TaskContext& context_;
  std::string location_;
  const ReadRequest& request_;
  arrow::MemoryPool* pool_;
  std::unique_ptr<parquet::arrow::FileReader> reader_;
  ParquetRebase rebase_;
  std::vector<const SchemaField*> fields_;  // of the wanted columns in the file, null where it lacks one
  std::vector<int> leaves_;
  std::vector<int> groups_;
  int64_t rowsLeft_ = 0;
  std::unique_ptr<arrow::RecordBatchReader> batches_;
};

class ParquetFormat final : public FileFormat {
 public:
  explicit ParquetFormat(RebaseOptions rebase) : rebase_(std::move(rebase)) {}

  std::unique_ptr<BatchSource> open(TaskContext& context, const FileSplit& split,
                                    const ReadRequest& request) const override {
    return std::make_unique<ParquetBatches>(context, split, request, rebase_);
  }

 private:
  RebaseOptions rebase_;
};

struct Footers {
  std::shared_ptr<arrow::Schema> schema;
  std::optional<int64_t> numRows;
};

// Of the first file, or of all when their schemas are to be merged.
Footers readFooters(const FileIndex& index, bool merge) {
  arrow::FieldVector fields;
  int64_t rows = 0;
  const size_t count = merge ? index.files.size() : 1;
  for (size_t i = 0; i < count; ++i) {
    const std::string& location = index.files[i].location;
    const auto reader = openParquet(location, arrow::default_memory_pool());
    mergeParquetSchema(fields, *schemaOfParquet(*reader, location), location);
    rows += reader->parquet_reader()->metadata()->num_rows();
  }
  Footers footers{arrow::schema(std::move(fields)), std::nullopt};
  if (count == index.files.size()) footers.numRows = rows;
  return footers;
}

}  // namespace

std::unique_ptr<const FileFormat> makeParquetFormat(const std::map<std::string, std::string>& options) {
  const auto text = [&](std::string_view name, std::string_view otherwise) {
    const auto found = options.find(lowerCase(name));
    return found == options.end() ? std::string(otherwise) : found->second;
  };
  const auto mode = [&](std::string_view name) {
    return rebaseModeOf(text(name, "CORRECTED")).value_or(RebaseMode::kCorrected);
  };
  return std::make_unique<const ParquetFormat>(
      RebaseOptions{mode("datetimeRebaseMode"), mode("int96RebaseMode"), text(kZoneOption, "UTC")});
}

RelationPtr makeParquetRelation(const SessionPtr& session, const std::vector<std::string>& paths,
                                const std::map<std::string, std::string>& given,
                                std::shared_ptr<arrow::Schema> userSchema) {
  const FormatOptions options("parquet", given, kParquetOptions);
  FileIndex index = indexFiles(paths, options, userSchema.get());
  Footers footers{userSchema, std::nullopt};
  if (!userSchema) footers = readFooters(index, options.flag("mergeSchema", false));
  auto travelling = options.all();
  for (const auto& [name, key] : {std::pair("datetimeRebaseMode", &keys::kSqlParquetDatetimeRebaseModeInRead),
                                  std::pair("int96RebaseMode", &keys::kSqlParquetInt96RebaseModeInRead)}) {
    travelling[lowerCase(name)] = options.choice(name, session->conf().get(*key), kRebaseModes);
  }
  travelling[std::string(kZoneOption)] = session->conf().get(keys::kSqlSessionTimeZone);
  FileSource source{"parquet",   std::move(travelling), index, withoutPartitionColumns(*footers.schema, index),
                    splitAlways, footers.numRows};
  return std::make_shared<const FileRelation>(std::move(source), footers.schema.get());
}

}  // namespace ferro
