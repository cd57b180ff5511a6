// Numbers for texts: each different text, and null, gets the next number when it is first seen. The bytes lie in an
// arena, once each, so a text costs no allocation of its own. Open addressing; a slot holds 32 bits of the hash and the
// number. Belongs to one thread while it grows; find() is any thread's.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ferro/common/column_arrow.h"

namespace ferro {

// The number of a key that is not there.
inline constexpr uint32_t kNoKey = ~uint32_t{0};

// Which number each entry of a dictionary has: batches that share the dictionary hash its texts once.
struct DictionaryNumbers {
  std::shared_ptr<arrow::ArrayData> dictionary;
  std::vector<uint32_t> numbers;
};

class TextTable {
 public:
  // For columns of text or of a dictionary of it.
  void insert(const arrow::ArrayData& column, std::span<uint32_t> numbers);
  // kNoKey where the text is not there.
  void find(const arrow::ArrayData& column, std::span<uint32_t> numbers, DictionaryNumbers& cache) const;

  uint32_t insert(std::string_view text);
  uint32_t find(std::string_view text) const;
  uint32_t insertNull();

  uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }
  bool hasNull() const { return null_ != kNoKey; }
  bool isNull(uint32_t number) const { return number == null_; }
  std::string_view text(uint32_t number) const { return {entries_[number].data, entries_[number].size}; }
  int64_t bytes() const;
  void clear();

 private:
  struct Entry {
    const char* data;
    size_t size;
  };

  template <class Texts>
  void insertRows(const Texts& texts, std::span<uint32_t> numbers);
  void insertCoded(const arrow::ArrayData& column, std::span<uint32_t> numbers);
  uint32_t insert(std::string_view text, uint32_t tag);
  uint32_t find(std::string_view text, uint32_t tag) const;
  uint32_t add(std::string_view text, uint32_t tag, size_t slot);
  const char* keep(std::string_view text);
  void growSlots();

  std::vector<uint64_t> slots_;
  std::vector<Entry> entries_;
  uint32_t null_ = kNoKey;
  std::vector<std::unique_ptr<char[]>> arena_;
  char* place_ = nullptr;
  size_t left_ = 0;
  int64_t arenaBytes_ = 0;
  DictionaryNumbers coded_;
};

}  // namespace ferro
