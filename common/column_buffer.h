// Growing memory for one column while rows are appended to it; it becomes an Arrow buffer without a copy. The memory
// comes from an arrow::MemoryPool that must outlive the column and every buffer made of it. One owner thread.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include <arrow/type_fwd.h>

namespace ferro {

class ColumnBuffer {
 public:
  static constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();
  // What 32-bit offsets can address, rounded down to whole cache lines.
  static constexpr int64_t kOffsetLimit = (int64_t{1} << 31) - 64;

  // Growing beyond maxBytes is an Error kInvalidArgument.
  explicit ColumnBuffer(arrow::MemoryPool* pool, int64_t maxBytes = kUnlimited) : pool_(pool), maxBytes_(maxBytes) {}
  ~ColumnBuffer();
  ColumnBuffer(ColumnBuffer&& other) noexcept
      : begin_(std::exchange(other.begin_, nullptr)),
        end_(std::exchange(other.end_, nullptr)),
        limit_(std::exchange(other.limit_, nullptr)),
        pool_(other.pool_),
        maxBytes_(other.maxBytes_) {}
  ColumnBuffer& operator=(ColumnBuffer&& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(end_, other.end_);
    std::swap(limit_, other.limit_);
    std::swap(pool_, other.pool_);
    std::swap(maxBytes_, other.maxBytes_);
    return *this;
  }

  template <class Value>
  void put(Value value) {
    if (limit_ - end_ < static_cast<ptrdiff_t>(sizeof(Value))) [[unlikely]]
      grow(sizeof(Value));
    std::memcpy(end_, &value, sizeof(Value));
    end_ += sizeof(Value);
  }

  void putBytes(const void* data, size_t size) {
    if (size == 0) return;
    if (static_cast<size_t>(limit_ - end_) < size) [[unlikely]]
      grow(size);
    copyShort(end_, static_cast<const uint8_t*>(data), size);
    end_ += size;
  }

  void putZeros(size_t size) {
    if (size == 0) return;
    if (static_cast<size_t>(limit_ - end_) < size) [[unlikely]]
      grow(size);
    std::memset(end_, 0, size);
    end_ += size;
  }

  int64_t size() const { return end_ - begin_; }
  uint8_t& back() { return end_[-1]; }

  // Hands the memory over and starts anew, empty.
  std::shared_ptr<arrow::Buffer> finish();

 private:
  // Most texts are words: two moves that overlap beat a call of memcpy.
  static void copyShort(uint8_t* to, const uint8_t* from, size_t size) {
    if (size > 16) {
      std::memcpy(to, from, size);
    } else if (size >= 8) {
      copyEnds<8>(to, from, size);
    } else if (size >= 4) {
      copyEnds<4>(to, from, size);
    } else {
      to[0] = from[0];
      to[size / 2] = from[size / 2];
      to[size - 1] = from[size - 1];
    }
  }
  template <size_t kWidth>
  static void copyEnds(uint8_t* to, const uint8_t* from, size_t size) {
    std::memcpy(to, from, kWidth);
    std::memcpy(to + size - kWidth, from + size - kWidth, kWidth);
  }
  void grow(size_t extra);

  uint8_t* begin_ = nullptr;
  uint8_t* end_ = nullptr;
  uint8_t* limit_ = nullptr;
  arrow::MemoryPool* pool_;
  int64_t maxBytes_;
};

// Bits, packed as Arrow packs truth values and validity.
class BitBuffer {
 public:
  explicit BitBuffer(arrow::MemoryPool* pool) : bytes_(pool) {}

  void append(bool bit) {
    const unsigned position = count_ & 7;
    if (position == 0) bytes_.put<uint8_t>(0);
    bytes_.back() |= static_cast<uint8_t>(static_cast<unsigned>(bit) << position);
    ++count_;
    ones_ += bit;
  }

  int64_t bytes() const { return bytes_.size(); }
  int64_t zeros() const { return count_ - ones_; }
  std::shared_ptr<arrow::Buffer> finish() {
    count_ = ones_ = 0;
    return bytes_.finish();
  }

 private:
  ColumnBuffer bytes_;
  int64_t count_ = 0;
  int64_t ones_ = 0;
};

// Where each element of a column of texts or lists ends; Arrow wants a zero before the first.
class OffsetBuffer {
 public:
  explicit OffsetBuffer(arrow::MemoryPool* pool) : offsets_(pool) {}

  // end must be at most ColumnBuffer::kOffsetLimit.
  void append(int64_t end) {
    if (offsets_.size() == 0) [[unlikely]]
      offsets_.put<int32_t>(0);
    offsets_.put(static_cast<int32_t>(end));
  }

  int64_t bytes() const { return offsets_.size(); }
  std::shared_ptr<arrow::Buffer> finish() {
    if (offsets_.size() == 0) offsets_.put<int32_t>(0);
    return offsets_.finish();
  }

 private:
  ColumnBuffer offsets_;
};

// Throws the Error of a column that has outgrown 32-bit offsets.
[[noreturn]] void throwColumnTooLarge();

}  // namespace ferro
