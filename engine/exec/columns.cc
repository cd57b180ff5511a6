#include "ferro/engine/exec/columns.h"

#include <limits>
#include <utility>

#include <arrow/array/array_base.h>
#include <arrow/array/util.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"

namespace ferro {

int fixedWidth(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::INT8:
    case arrow::Type::UINT8: return 1;
    case arrow::Type::INT16:
    case arrow::Type::UINT16: return 2;
    case arrow::Type::INT32:
    case arrow::Type::UINT32:
    case arrow::Type::FLOAT:
    case arrow::Type::DATE32: return 4;
    case arrow::Type::INT64:
    case arrow::Type::UINT64:
    case arrow::Type::DOUBLE:
    case arrow::Type::TIMESTAMP:
    case arrow::Type::DURATION: return 8;
    case arrow::Type::DECIMAL128: return 16;
    default: return 0;
  }
}

std::shared_ptr<arrow::Buffer> allocateBytes(int64_t bytes, arrow::MemoryPool* pool) {
  return valueOf(arrow::AllocateBuffer(bytes, pool), "a column");
}

void ValidityWriter::setNull(int64_t row) {
  if (bits_ == nullptr) {
    const int64_t bytes = (rows_ + 7) / 8;
    bits_ = allocateBytes(bytes, pool_);
    std::memset(bits_->mutable_data(), 0xff, static_cast<size_t>(bytes));
  }
  bits_->mutable_data()[row >> 3] &= static_cast<uint8_t>(~(1U << (row & 7)));
  ++nulls_;
}

void requireOffsetsFit(int64_t bytesOrElements) {
  if (bytesOrElements <= std::numeric_limits<int32_t>::max()) return;
  throw Error(ErrorCode::kOutOfMemory,
              "a batch of rows has more than 2 GB of text, or more than 2^31 elements of lists, in one column; make "
              "more partitions, or shorten the texts or lists");
}

ArrayPointer nullColumn(const std::shared_ptr<arrow::DataType>& type, int64_t rows, arrow::MemoryPool* pool) {
  return valueOf(arrow::MakeArrayOfNull(type, rows, pool), "a column of nulls")->data();
}

}  // namespace ferro
