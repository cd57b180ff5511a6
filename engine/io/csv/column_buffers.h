// The buffers of an Arrow array that grows: validity and what the values are kept in. Belongs to one thread. For .cc
// files: it parses Arrow headers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include <arrow/buffer.h>

#include "ferro/common/arrow_check.h"

namespace ferro {

// Bytes at the end of which more are written.
class GrowingBuffer {
 public:
  explicit GrowingBuffer(arrow::MemoryPool* pool) : pool_(pool) {}

  // Room for so many bytes in all; what is there stays.
  void reserve(int64_t bytes) {
    if (bytes <= capacity_) return;
    const int64_t wanted = std::max({bytes, 2 * capacity_, lastTaken_});
    if (!buffer_) {
      buffer_ = valueOf(arrow::AllocateResizableBuffer(wanted, pool_), "cannot make room for a CSV column");
    } else {
      check(buffer_->Resize(wanted, false), "cannot make room for a CSV column");
    }
    capacity_ = buffer_->size();
  }
  template <class T = uint8_t>
  T* data() {
    return reinterpret_cast<T*>(buffer_->mutable_data());
  }
  bool isEmpty() const { return buffer_ == nullptr; }
  // The first bytes, as a buffer of their own. The next column will need about as much room.
  std::shared_ptr<arrow::Buffer> take(int64_t bytes) {
    reserve(std::max<int64_t>(bytes, 1));
    check(buffer_->Resize(bytes, capacity_ > 2 * bytes), "cannot cut a CSV column to size");
    capacity_ = 0;
    lastTaken_ = bytes + bytes / 8;
    return std::shared_ptr<arrow::Buffer>(std::move(buffer_));
  }

 private:
  arrow::MemoryPool* pool_;
  std::unique_ptr<arrow::ResizableBuffer> buffer_;
  int64_t capacity_ = 0;
  int64_t lastTaken_ = 0;  // and some more
};

// One bit for each value: whether there is one.
class ValidityBits {
 public:
  explicit ValidityBits(arrow::MemoryPool* pool) : bits_(pool) {}

  // Marks values [length, length + count) as there.
  void append(int64_t count) {
    const int64_t before = (length_ + 7) / 8;
    length_ += count;
    const int64_t bytes = (length_ + 7) / 8;
    bits_.reserve(bytes);
    std::memset(bits_.data() + before, 0xFF, static_cast<size_t>(bytes - before));
  }
  void setNull(int64_t index) {
    bits_.data()[index / 8] = static_cast<uint8_t>(bits_.data()[index / 8] & ~(1U << (index % 8)));
    ++numNulls_;
  }
  int64_t length() const { return length_; }
  int64_t numNulls() const { return numNulls_; }
  // Null when all values are there.
  std::shared_ptr<arrow::Buffer> take() {
    const bool allThere = numNulls_ == 0;
    auto bits = takeAll();
    return allThere ? nullptr : bits;
  }
  std::shared_ptr<arrow::Buffer> takeAll() {
    numNulls_ = 0;
    return bits_.take((std::exchange(length_, 0) + 7) / 8);
  }

 private:
  GrowingBuffer bits_;
  int64_t length_ = 0;
  int64_t numNulls_ = 0;
};

}  // namespace ferro
