// The fields of a block of CSV records: where each lies in the block's text, column after column. Filled by the
// RowTokenizer, read by converters and classifiers. Belongs to one task's thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace ferro {

// A field's text within the block, or no text at all.
struct CsvField {
  static constexpr uint32_t kNull = UINT32_MAX;

  uint32_t begin;
  uint32_t length;

  bool isNull() const { return length == kNull; }
  std::string_view text(const char* block) const { return {block + begin, length}; }
};

// What a record was before it was cut into fields, without its line end.
struct CsvRecord {
  uint32_t begin;
  uint32_t length;
  bool malformed;  // it has more or fewer fields than the schema, or quotes that make no sense
};

class CsvFields {
 public:
  // Forgets all records and makes room for others.
  void reset(size_t numColumns, size_t maxRecords) {
    stride_ = maxRecords;
    records_.clear();
    const size_t wanted = std::max<size_t>(numColumns, 1) * maxRecords;
    if (wanted > capacity_) {
      capacity_ = wanted;
      fields_ = std::make_unique_for_overwrite<CsvField[]>(capacity_);
    }
  }

  size_t stride() const { return stride_; }  // from a column's field to the next column's
  size_t numRecords() const { return records_.size(); }
  const std::vector<CsvRecord>& records() const { return records_; }
  CsvField* column(size_t column) { return fields_.get() + column * stride_; }
  const CsvField* column(size_t column) const { return fields_.get() + column * stride_; }
  void add(const CsvRecord& record) { records_.push_back(record); }

 private:
  size_t stride_ = 0;  // records that a column has room for
  size_t capacity_ = 0;
  std::unique_ptr<CsvField[]> fields_;
  std::vector<CsvRecord> records_;
};

}  // namespace ferro
