// Numbers for the keys of rows: each different combination of values gets the next number when it is first seen. What
// aggregation groups by and joins look up. Whole columns at a time: texts become numbers of their own, numbers are
// packed into words, and the words are looked up. Null is a value like others, all NaNs are one and come out as one,
// and -0.0 is 0.0. Belongs to one thread while it grows; find() is any thread's.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ferro/engine/exec/text_table.h"
#include "ferro/engine/exec/word_table.h"

namespace ferro {

class KeyIndex {
 public:
  // Room that a caller of find() keeps from batch to batch.
  struct Scratch {
    std::vector<uint64_t> words;
    std::vector<uint32_t> texts;
    std::vector<DictionaryNumbers> dictionaries;
  };

  explicit KeyIndex(const std::vector<TypePointer>& types);

  // One column for each type, all with as many rows as numbers has places.
  void insert(std::span<const ArrayPointer> columns, std::span<uint32_t> numbers);
  // kNoKey where the key is not there.
  void find(std::span<const ArrayPointer> columns, std::span<uint32_t> numbers, Scratch& scratch) const;

  uint32_t size() const;
  // The keys with the numbers first ... first + count - 1.
  std::vector<ArrayPointer> keys(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const;
  int64_t bytes() const;
  void clear();

 private:
  enum class Kind : uint8_t { kFixed, kBool, kFloat, kDouble, kText, kNested };

  struct Column {
    TypePointer type;
    Kind kind;
    int width;                           // in the packed key
    size_t offset = 0;                   // bytes from the beginning of a packed key
    size_t text = 0;                     // which of the text tables
    std::vector<ArrayPointer> nested{};  // the values, in chunks, by their numbers
  };

  bool soleText() const { return columns_.size() == 1 && columns_[0].width == 4 && isTexts(columns_[0]); }
  static bool isTexts(const Column& column) { return column.kind == Kind::kText || column.kind == Kind::kNested; }
  // visit(pointer to unsigned numbers) where the sole key is a number that is packed as it is; else false.
  template <class Visit>
  bool withSoleNumber(std::span<const ArrayPointer> columns, Visit visit) const;
  void layOut();
  size_t maskOffset() const { return baseWords_ * sizeof(uint64_t); }
  void addMask();
  void insertNested(Column& column, const ArrayPointer& values, std::span<uint32_t> numbers);
  void packNumbers(const Column& column, std::span<const uint32_t> numbers, uint64_t* words) const;
  void packColumn(const Column& column, size_t index, const arrow::ArrayData& values, uint64_t* words) const;
  template <class T, class ValueAt>
  void packValues(const Column& column, size_t index, const arrow::ArrayData& values, uint64_t* words,
                  ValueAt valueAt) const;
  ArrayPointer keyColumn(size_t index, uint32_t first, uint32_t count, arrow::MemoryPool* pool) const;
  ArrayPointer textKeys(const Column& column, std::span<const uint32_t> numbers, arrow::MemoryPool* pool) const;

  std::vector<Column> columns_;
  std::vector<TextTable> texts_;
  size_t baseWords_ = 0;  // of a packed key without the mask
  bool hasMask_ = false;  // which values are null: not kept until there is one among the numbers
  bool hasKey_ = false;   // without columns, there is one key once there was a row
  WordTable words_{0};
  Scratch scratch_;
};

}  // namespace ferro
