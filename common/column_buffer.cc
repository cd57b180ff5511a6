#include "ferro/common/column_buffer.h"

#include <algorithm>

#include <arrow/buffer.h>
#include <arrow/device.h>
#include <arrow/memory_pool.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

constexpr int64_t kAlignment = 64;
constexpr int64_t kFirstCapacity = 512;

int64_t roundedUp(int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

// Memory that goes back into the pool it came from.
class PooledBuffer : public arrow::Buffer {
 public:
  PooledBuffer(const uint8_t* data, int64_t size, int64_t capacity, arrow::MemoryPool* pool)
      : arrow::Buffer(data, size), pool_(pool) {
    capacity_ = capacity;
    // Tells whoever accounts for the buffer which pool has counted it.
    SetMemoryManager(arrow::CPUDevice::memory_manager(pool));
  }
  ~PooledBuffer() override { pool_->Free(const_cast<uint8_t*>(data_), capacity_, kAlignment); }

 private:
  arrow::MemoryPool* pool_;
};

// Arrow expects even an empty buffer to point somewhere.
std::shared_ptr<arrow::Buffer> emptyBuffer() {
  alignas(kAlignment) static const uint8_t nothing[kAlignment] = {};
  return std::make_shared<arrow::Buffer>(nothing, 0);
}

}  // namespace

ColumnBuffer::~ColumnBuffer() {
  if (begin_ != nullptr) pool_->Free(begin_, limit_ - begin_, kAlignment);
}

void ColumnBuffer::grow(size_t extra) {
  const int64_t used = end_ - begin_;
  const int64_t capacity = limit_ - begin_;
  if (extra > static_cast<size_t>(maxBytes_ - used)) throwColumnTooLarge();
  const int64_t needed = roundedUp(used + static_cast<int64_t>(extra));
  const int64_t wanted = std::min(std::max({needed, 2 * capacity, kFirstCapacity}), std::max(needed, maxBytes_));
  uint8_t* memory = begin_;
  if (memory == nullptr) {
    check(pool_->Allocate(wanted, kAlignment, &memory), "memory for a column");
  } else {
    check(pool_->Reallocate(capacity, wanted, kAlignment, &memory), "memory for a column");
  }
  begin_ = memory;
  end_ = memory + used;
  limit_ = memory + wanted;
}

std::shared_ptr<arrow::Buffer> ColumnBuffer::finish() {
  if (begin_ == nullptr) return emptyBuffer();
  const int64_t used = end_ - begin_;
  const int64_t capacity = limit_ - begin_;
  // A block may rest in a cache for long: a quarter of its memory must not be slack.
  const int64_t enough = roundedUp(std::max<int64_t>(used, 1));
  if (enough < capacity - capacity / 4 && pool_->Reallocate(capacity, enough, kAlignment, &begin_).ok()) {
    end_ = begin_ + used;
    limit_ = begin_ + enough;
  }
  auto buffer = std::make_shared<PooledBuffer>(begin_, used, limit_ - begin_, pool_);
  begin_ = end_ = limit_ = nullptr;
  return buffer;
}

void throwColumnTooLarge() {
  throw Error(ErrorCode::kInvalidArgument,
              "one column of one block would pass 2 GiB, more than an Arrow array holds; split the data into more "
              "partitions, or its largest values into several rows");
}

}  // namespace ferro
