#include "ferro/engine/io/csv/csv_format.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <arrow/builder.h>
#include <arrow/compute/api_vector.h>
#include <arrow/compute/exec.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/io/csv/column_converter.h"
#include "ferro/engine/io/csv/csv_errors.h"
#include "ferro/engine/io/csv/csv_split_reader.h"
#include "ferro/engine/io/csv/utf8.h"
#include "ferro/engine/task_resources.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

// A batch ends with so much text, even where that is few rows.
constexpr int64_t kBatchBytes = int64_t{16} << 20;

// Which of a schema's columns the files have, and where.
class FileColumns {
 public:
  static constexpr int kCorruptRecord = -1;

  FileColumns(const arrow::Schema& schema, const std::string& columnOfCorruptRecords) {
    for (const auto& field : schema.fields()) {
      const bool corrupt = field->name() == columnOfCorruptRecords;
      positions_.push_back(corrupt ? kCorruptRecord : static_cast<int>(names_.size()));
      if (!corrupt) names_.push_back(field->name());
    }
  }

  const std::vector<std::string>& names() const { return names_; }
  // Of a column of the schema; kCorruptRecord for the one that the files do not have.
  int positionOf(int column) const { return positions_[static_cast<size_t>(column)]; }

 private:
  std::vector<std::string> names_;
  std::vector<int> positions_;
};

class CsvBatches final : public BatchSource {
 public:
  CsvBatches(TaskContext& context, const CsvOptions& options, const FileSplit& split, const ReadRequest& request)
      : options_(options),
        request_(request),
        pool_(uncountedPool(context)),
        files_(*request.schema, options.columnOfCorruptRecords),
        wanted_(wantedOfFiles()),
        reader_(context, options, split, {files_.names(), positionsOf(wanted_)}) {
    for (const int column : wanted_) {
      converters_.push_back(makeColumnConverter(request.schema->field(column)->type(), options_, pool_));
    }
    if (wanted_.size() < request.columns.size()) corrupt_ = makeTextConverter(arrow::utf8(), false, pool_);
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (!ended_) {
      while (!isFull() && !(ended_ = !reader_.next())) addBlock();
      if (rows_ == 0) break;
      auto batch = finish();
      if (batch->num_rows() > 0) return batch;
    }
    return nullptr;
  }

 private:
  bool isCorrupt(int column) const { return files_.positionOf(column) == FileColumns::kCorruptRecord; }

  // Positions in the schema, once for each converter.
  std::vector<int> wantedOfFiles() const {
    std::vector<int> columns = request_.columns;
    std::erase_if(columns, [this](int column) { return isCorrupt(column); });
    return columns;
  }

  std::vector<int> positionsOf(std::vector<int> columns) const {
    for (int& column : columns) column = files_.positionOf(column);
    return columns;
  }

  bool isFull() const {
    return rows_ >= kBatchRows || bytes_ >= kBatchBytes || (request_.limit >= 0 && given_ + rows_ >= request_.limit);
  }

  void addBlock() {
    const size_t count = reader_.fields().numRecords();
    malformed_.assign(count, 0);
    anyMalformed_ = false;
    if (!reader_.fields().isIndexed()) {
      for (size_t row = 0; row < count; ++row) {
        if (reader_.fields().record(row).malformed) markMalformed(row);
      }
    }
    for (size_t slot = 0; slot < converters_.size(); ++slot) convert(slot, count);
    if (options_.mode == ReadMode::kFailFast && anyMalformed_) fail();
    if (corrupt_) addCorruptRecords(count);
    if (options_.mode == ReadMode::kDropMalformed) {
      dropped_ |= anyMalformed_;
      for (const uint8_t bad : malformed_) kept_.push_back(bad == 0);
    }
    rows_ += static_cast<int64_t>(count);
    bytes_ += static_cast<int64_t>(reader_.block().size);
  }

  void markMalformed(size_t row) {
    malformed_[row] = 1;
    anyMalformed_ = true;
  }

  void convert(size_t slot, size_t count) {
    bad_.clear();
    converters_[slot]->append({reader_.block().text, reader_.fields().column(slot), count, reader_.isAscii()}, bad_);
    for (const uint32_t row : bad_) markMalformed(row);
    if (!bad_.empty() && (!firstBad_ || bad_[0] < firstBad_->row)) firstBad_ = BadField{bad_[0], slot};
  }

  // Records that fit have no text here.
  void addCorruptRecords(size_t count) {
    corruptFields_.clear();
    for (size_t row = 0; row < count; ++row) {
      const CsvRecord record = reader_.fields().record(row);
      corruptFields_.push_back({record.begin, malformed_[row] != 0 ? record.length : CsvField::kNull});
    }
    bad_.clear();
    corrupt_->append({reader_.block().text, CsvColumn(corruptFields_.data()), count, reader_.isAscii()}, bad_);
  }

  // On what is wrong first.
  [[noreturn]] void fail() const {
    const auto& records = reader_.fields().addedRecords();
    const auto found = std::find_if(records.begin(), records.end(), [](const CsvRecord& r) { return r.malformed; });
    if (firstBad_ && (reader_.fields().isIndexed() || firstBad_->row < found - records.begin())) failOnField();
    throwBadRecord(placeOf(found->begin), files_.names().size(), {reader_.block().text + found->begin, found->length});
  }

  [[noreturn]] void failOnField() const {
    const CsvField field = reader_.fields().column(firstBad_->slot)[firstBad_->row];
    const std::string_view text = field.text(reader_.block().text);
    const arrow::Field& column = *request_.schema->field(wanted_[firstBad_->slot]);
    // What was unescaped lies elsewhere: then the record's place must do.
    const CsvRecord record = reader_.fields().record(firstBad_->row);
    const bool inPlace = field.begin >= record.begin && field.begin < record.begin + record.length;
    const uint32_t begin = inPlace ? field.begin : record.begin;
    if (column.type()->id() != arrow::Type::STRING) {
      throwBadField(placeOf(begin), column.name(), typeName(*column.type()), text);
    }
    const size_t bad = findBadUtf8(text);
    throwBadText(placeOf(begin + (inPlace ? static_cast<uint32_t>(bad) : 0)), column.name(),
                 static_cast<unsigned char>(text[bad]));
  }

  CsvPlace placeOf(uint32_t position) const {
    return {reader_.split().location, options_, reader_.block().offset + static_cast<int64_t>(position)};
  }

  std::shared_ptr<arrow::RecordBatch> finish() {
    std::vector<std::shared_ptr<arrow::Array>> arrays;
    std::shared_ptr<arrow::Array> corruptRecords = corrupt_ ? corrupt_->finish() : nullptr;
    size_t slot = 0;
    for (const int column : request_.columns) {
      arrays.push_back(isCorrupt(column) ? corruptRecords : converters_[slot++]->finish());
    }
    auto batch = arrow::RecordBatch::Make(request_.wanted, std::exchange(rows_, 0), std::move(arrays));
    if (std::exchange(dropped_, false)) batch = withoutMalformed(batch);
    kept_.clear();
    bytes_ = 0;
    given_ += batch->num_rows();
    ended_ |= request_.limit >= 0 && given_ >= request_.limit;
    return batch;
  }

  std::shared_ptr<arrow::RecordBatch> withoutMalformed(const std::shared_ptr<arrow::RecordBatch>& batch) const {
    if (batch->num_columns() == 0) {
      return arrow::RecordBatch::Make(request_.wanted, std::count(kept_.begin(), kept_.end(), true),
                                      arrow::ArrayVector{});
    }
    const char* const what = "cannot leave out malformed CSV records";
    arrow::BooleanBuilder keep(pool_);
    check(keep.AppendValues(kept_), what);
    arrow::compute::ExecContext exec(pool_);
    return valueOf(arrow::compute::Filter(batch, valueOf(keep.Finish(), what),
                                          arrow::compute::FilterOptions::Defaults(), &exec),
                   what)
        .record_batch();
  }

  struct BadField {
    uint32_t row;
    size_t slot;
  };

  const CsvOptions& options_;
  const ReadRequest& request_;
  arrow::MemoryPool* pool_;
  FileColumns files_;
  std::vector<int> wanted_;  // of the files, as positions in the schema
  CsvSplitReader reader_;
  std::vector<std::unique_ptr<ColumnConverter>> converters_;  // of the columns of the file
  std::unique_ptr<ColumnConverter> corrupt_;                  // where corrupt records are wanted

  // Of the block that is being added:
  std::vector<uint8_t> malformed_;
  bool anyMalformed_ = false;
  std::optional<BadField> firstBad_;
  std::vector<uint32_t> bad_;
  std::vector<CsvField> corruptFields_;

  // Of the batch that is being made:
  int64_t rows_ = 0;
  int64_t bytes_ = 0;
  std::vector<bool> kept_;
  bool dropped_ = false;

  int64_t given_ = 0;
  bool ended_ = false;
};

class CsvFormat final : public FileFormat {
 public:
  explicit CsvFormat(const std::map<std::string, std::string>& options) : options_(parseCsvOptions(options)) {}

  std::unique_ptr<BatchSource> open(TaskContext& context, const FileSplit& split,
                                    const ReadRequest& request) const override {
    return std::make_unique<CsvBatches>(context, options_, split, request);
  }

 private:
  CsvOptions options_;
};

}  // namespace

std::unique_ptr<const FileFormat> makeCsvFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const CsvFormat>(options);
}

}  // namespace ferro
