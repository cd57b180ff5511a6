// The fields of a block of CSV records: where each lies in the block's text. Filled by the RowTokenizer, read by
// converters and classifiers. Belongs to one task's thread.
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

  // What lies between two separators. Without text it is null.
  static CsvField between(uint32_t separatorBefore, uint32_t end) {
    const uint32_t begin = separatorBefore + 1;
    const uint32_t length = end - begin;
    return {begin, length - (length == 0 ? 1 : 0)};
  }
};

// What a record was before it was cut into fields, without its line end.
struct CsvRecord {
  uint32_t begin;
  uint32_t length;
  bool malformed;  // it has more or fewer fields than the schema, or quotes that make no sense
};

// The fields of one column: either cut, or still where the index of the block's structure says that they end. That
// saves writing them down in blocks that hold nothing but plain lines, which is what most blocks are.
class CsvColumn {
 public:
  explicit CsvColumn(const CsvField* fields) : fields_(fields) {}
  // ends[i * stride] is where field i ends, and what stands in front of it is where the field before it does.
  CsvColumn(const uint32_t* ends, size_t stride) : ends_(ends), stride_(stride) {}

  // Calls use(fieldAt), where fieldAt(row) is a field, once for either kind: loops over rows belong inside.
  template <class Use>
  [[gnu::always_inline]] auto visit(Use use) const {
    if (fields_ != nullptr) return use([fields = fields_](size_t row) { return fields[row]; });
    return use([ends = ends_, stride = stride_](size_t row) {
      const uint32_t* end = ends + row * stride;
      return CsvField::between(end[-1], *end);
    });
  }

  CsvField operator[](size_t row) const {
    return visit([row](auto fieldAt) { return fieldAt(row); });
  }

 private:
  const CsvField* fields_ = nullptr;
  const uint32_t* ends_ = nullptr;
  size_t stride_ = 0;
};

class CsvFields {
 public:
  // Forgets all records and makes room for others.
  void reset(size_t numColumns, size_t maxRecords) {
    ends_ = nullptr;
    stride_ = maxRecords;
    records_.clear();
    const size_t wanted = std::max<size_t>(numColumns, 1) * maxRecords;
    if (wanted > capacity_) {
      capacity_ = wanted;
      fields_ = std::make_unique_for_overwrite<CsvField[]>(capacity_);
    }
  }
  // Or takes them all from an index: `ends` are the ends of all fields, record after record, and the caller's. `wanted`
  // says which of a record's fields are the columns here, and must outlive this too.
  void setIndexed(const uint32_t* ends, size_t fieldsOfRecord, size_t numRecords, const std::vector<int>& wanted) {
    ends_ = ends;
    stride_ = fieldsOfRecord;
    numIndexed_ = numRecords;
    wanted_ = &wanted;
  }

  size_t numRecords() const { return ends_ != nullptr ? numIndexed_ : records_.size(); }
  CsvRecord record(size_t row) const {
    if (ends_ == nullptr) return records_[row];
    const uint32_t* end = ends_ + row * stride_;
    const uint32_t begin = end[-1] + 1;
    return {begin, end[stride_ - 1] - begin, false};
  }
  // Those that were added one by one; others are never malformed.
  const std::vector<CsvRecord>& addedRecords() const { return records_; }
  bool isIndexed() const { return ends_ != nullptr; }
  CsvColumn column(size_t slot) const {
    if (ends_ == nullptr) return CsvColumn(fields_.get() + slot * stride_);
    return {ends_ + (*wanted_)[slot], stride_};
  }

  // For the tokenizer. A record's fields lie `stride()` apart.
  size_t stride() const { return stride_; }
  CsvField* addedColumn(size_t slot) { return fields_.get() + slot * stride_; }
  void add(const CsvRecord& record) { records_.push_back(record); }

 private:
  size_t stride_ = 0;  // records that a column has room for; of indexed ones, fields of a record
  size_t capacity_ = 0;
  std::unique_ptr<CsvField[]> fields_;
  std::vector<CsvRecord> records_;

  const uint32_t* ends_ = nullptr;
  size_t numIndexed_ = 0;
  const std::vector<int>* wanted_ = nullptr;
};

}  // namespace ferro
