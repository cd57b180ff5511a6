#include "ferro/engine/io/write/table_files.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include <arrow/array/array_primitive.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/compute/api_vector.h>
#include <arrow/compute/exec.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/plain_columns.h"
#include "ferro/engine/io/formats/partition_columns.h"
#include "ferro/engine/io/write/value_text.h"
#include "ferro/engine/session_zone.h"
#include "ferro/engine/task_resources.h"

namespace ferro {
namespace {

constexpr size_t kMaxOpenFiles = 64;
// What a writer takes for each column before it has a row: tables of the values it met.
constexpr int64_t kColumnBytes = 64 << 10;
// What all open files of a task may hold in memory.
constexpr int64_t kBufferBytes = int64_t{32} << 20;
constexpr int64_t kManyFilesBufferBytes = int64_t{2} << 20;

std::shared_ptr<arrow::RecordBatch> withColumns(const arrow::RecordBatch& batch, const std::vector<int>& columns,
                                                const std::shared_ptr<arrow::Schema>& schema) {
  arrow::ArrayVector chosen;
  for (const int column : columns) chosen.push_back(batch.column(column));
  return arrow::RecordBatch::Make(schema, batch.num_rows(), std::move(chosen));
}

std::shared_ptr<arrow::RecordBatch> rowsOf(const std::shared_ptr<arrow::RecordBatch>& batch,
                                           const std::vector<int64_t>& rows, arrow::MemoryPool* pool) {
  arrow::Int64Builder builder(pool);
  check(builder.AppendValues(rows), "cannot choose rows");
  arrow::compute::ExecContext context(pool);
  const auto taken = valueOf(arrow::compute::Take(batch, valueOf(builder.Finish(), "cannot choose rows"),
                                                  arrow::compute::TakeOptions::NoBoundsCheck(), &context),
                             "cannot choose rows");
  return taken.record_batch();
}

// All tasks' open files together may take an eighth or so of the executor's memory before they have a row.
size_t maxOpenFiles(TaskContext& context, size_t numColumns) {
  const int64_t limit = MemoryClaim(context, "open output files").executorLimit();
  const int64_t ofOne = kColumnBytes * static_cast<int64_t>(std::max<size_t>(numColumns, 1));
  return std::clamp<size_t>(static_cast<size_t>(limit / (8 * ofOne)), 4, kMaxOpenFiles);
}

}  // namespace

TableFiles::TableFiles(TaskContext& context, const WritePlan& plan)
    : context_(context),
      plan_(plan),
      format_(makeWriteFormat(plan.format, plan.options)),
      zone_(sessionZone(context)),
      maxOpenFiles_(maxOpenFiles(context, plan.dataColumns.size())) {
  arrow::FieldVector fields;
  for (const int column : plan.dataColumns) fields.push_back(plan.schema->field(column));
  dataSchema_ = arrow::schema(std::move(fields));
}

TableFiles::~TableFiles() = default;

void TableFiles::add(const std::shared_ptr<arrow::RecordBatch>& batch) {
  context_.throwIfCancelled();
  const auto plain = plainBatch(batch, plan_.schema, uncountedPool(context_));
  if (plan_.partitionColumns.empty()) {
    addToFile("", plain);
  } else {
    addByDirectory(plain);
  }
}

std::string TableFiles::directoryOf(const arrow::RecordBatch& batch, int64_t row) const {
  std::string directory;
  std::string text;
  for (const int column : plan_.partitionColumns) {
    const arrow::Array& values = *batch.column(column);
    text.clear();
    if (!values.IsNull(row)) appendCastValue(values, row, *zone_, text);
    directory += partitionDirectory(plan_.schema->field(column)->name(),
                                    values.IsNull(row) ? PartitionValue() : PartitionValue(text));
    directory.push_back('/');
  }
  return directory;
}

void TableFiles::addByDirectory(const std::shared_ptr<arrow::RecordBatch>& batch) {
  std::unordered_map<std::string, std::vector<int64_t>> groups;
  std::string previous;
  std::vector<int64_t>* group = nullptr;
  for (int64_t row = 0; row < batch->num_rows(); ++row) {
    std::string directory = directoryOf(*batch, row);
    if (group == nullptr || directory != previous) {
      group = &groups[directory];
      previous = std::move(directory);
    }
    group->push_back(row);
  }
  for (const auto& [directory, rows] : groups) {
    addOrKeep(directory, groups.size() == 1 ? batch : rowsOf(batch, rows, uncountedPool(context_)));
  }
}

void TableFiles::addOrKeep(const std::string& directory, const std::shared_ptr<arrow::RecordBatch>& batch) {
  if (files_.contains(directory) || files_.size() < maxOpenFiles_) return addToFile(directory, batch);
  if (!kept_) kept_ = std::make_unique<BatchBuffer>(context_, plan_.schema, "rows that wait for their file");
  kept_->add(batch);
}

void TableFiles::addToFile(const std::string& directory, std::shared_ptr<arrow::RecordBatch> batch) {
  batch = withColumns(*batch, plan_.dataColumns, dataSchema_);
  auto found = files_.find(directory);
  if (found == files_.end()) found = files_.emplace(directory, open(directory)).first;
  OpenFile& file = found->second;
  while (batch->num_rows() > 0) {
    if (!file.file) file = open(directory);
    int64_t rows = batch->num_rows();
    if (plan_.maxRecordsPerFile > 0) rows = std::min(rows, plan_.maxRecordsPerFile - file.rows);
    file.file->add(batch->Slice(0, rows));
    file.rows += rows;
    batch = batch->Slice(rows);
    const bool full = plan_.maxRecordsPerFile > 0 && file.rows >= plan_.maxRecordsPerFile;
    if (full || file.file->bytes() >= plan_.targetFileBytes) close(file);
  }
}

TableFiles::OpenFile TableFiles::open(const std::string& directory) {
  char number[16];
  std::snprintf(number, sizeof(number), "-c%03d", numFiles_[directory]++);
  std::string name = directory + partName(context_.partitionId(), "-" + plan_.outputId + number + format_->extension());
  auto file = std::make_unique<PartFile>(context_, plan_.staging, std::move(name), numParts_++);
  const int64_t bufferBytes = plan_.partitionColumns.empty() ? kBufferBytes : kManyFilesBufferBytes;
  return {format_->open(context_, std::move(file), dataSchema_, bufferBytes), 0};
}

// The entry stays, and the next rows begin another file.
void TableFiles::close(OpenFile& file) {
  if (!file.file) return;
  parts_.push_back(file.file->finish());
  file = {};
}

void TableFiles::closeAll() {
  for (auto& [directory, file] : files_) close(file);
  files_.clear();
}

std::vector<WrittenPart> TableFiles::finish() {
  const bool isEmpty = files_.empty();
  if (isEmpty && plan_.partitionColumns.empty() && context_.partitionId() == 0) files_.emplace("", open(""));
  closeAll();
  while (kept_) {
    const std::unique_ptr<BatchBuffer> waiting = std::exchange(kept_, nullptr);
    const auto source = waiting->read();
    while (auto batch = source->next()) addByDirectory(batch);
    closeAll();
  }
  return std::move(parts_);
}

}  // namespace ferro
