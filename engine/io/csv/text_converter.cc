// The converter of columns of text and of bytes.
#include <cstring>
#include <string>
#include <utility>

#include <arrow/array.h>
#include <arrow/array/data.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/csv/column_buffers.h"
#include "ferro/engine/io/csv/column_converter.h"
#include "ferro/engine/io/csv/utf8.h"

namespace ferro {
namespace {

// Short texts are copied so many bytes at a time, whatever their length.
constexpr uint32_t kCopyBytes = 16;

class TextConverter final : public ColumnConverter {
 public:
  TextConverter(std::shared_ptr<arrow::DataType> type, bool badTextIsNull, arrow::MemoryPool* pool)
      : type_(std::move(type)),
        checksText_(type_->id() == arrow::Type::STRING),
        badTextIsNull_(badTextIsNull),
        validity_(pool),
        offsets_(pool),
        bytes_(pool) {}

  void append(const ColumnFields& column, std::vector<uint32_t>& bad) override {
    const int64_t before = validity_.length();
    validity_.append(static_cast<int64_t>(column.count));
    offsets_.reserve((validity_.length() + 1) * static_cast<int64_t>(sizeof(int32_t)));
    reserveBytes(column);
    int32_t* offsets = offsets_.data<int32_t>() + before;
    offsets[0] = size_;
    column.fields.visit([&](auto fieldAt) {
      for (size_t i = 0; i < column.count; ++i) {
        const CsvField field = fieldAt(i);
        if (field.isNull()) {
          validity_.setNull(before + static_cast<int64_t>(i));
        } else if (column.isAscii || !checksText_) {
          copy(column.text + field.begin, field.length);
        } else if (!addChecked(field.text(column.text))) {
          validity_.setNull(before + static_cast<int64_t>(i));
          bad.push_back(static_cast<uint32_t>(i));
        }
        offsets[i + 1] = size_;
      }
    });
  }

  std::shared_ptr<arrow::Array> finish() override {
    const int64_t length = validity_.length();
    const int64_t nulls = validity_.numNulls();
    auto validity = validity_.take();
    auto offsets = offsets_.take((length + 1) * static_cast<int64_t>(sizeof(int32_t)));
    auto bytes = bytes_.take(size_);
    size_ = 0;
    return arrow::MakeArray(
        arrow::ArrayData::Make(type_, length, {std::move(validity), std::move(offsets), std::move(bytes)}, nulls));
  }

 private:
  // All at once, so that copying need not ask.
  void reserveBytes(const ColumnFields& column) {
    int64_t total = size_;
    column.fields.visit([&](auto fieldAt) {
      for (size_t i = 0; i < column.count; ++i) total += fieldAt(i).isNull() ? 0 : fieldAt(i).length;
    });
    // A bad byte becomes a replacement character of three.
    if (checksText_ && !column.isAscii && !badTextIsNull_) total = size_ + 3 * (total - size_);
    if (total > INT32_MAX) {
      throw Error(ErrorCode::kMalformedData, "a CSV column has more than 2 GB of text in one batch; split long fields");
    }
    bytes_.reserve(total + kCopyBytes);
  }

  void copy(const char* text, uint32_t length) {
    char* to = bytes_.data<char>() + size_;
    if (length <= kCopyBytes) {
      std::memcpy(to, text, kCopyBytes);
    } else {
      std::memcpy(to, text, length);
    }
    size_ += static_cast<int32_t>(length);
  }

  bool addChecked(std::string_view text) {
    if (findBadUtf8(text) == std::string_view::npos) {
      copy(text.data(), static_cast<uint32_t>(text.size()));
      return true;
    }
    if (badTextIsNull_) return false;
    const std::string repaired = repairedUtf8(text);
    std::memcpy(bytes_.data<char>() + size_, repaired.data(), repaired.size());
    size_ += static_cast<int32_t>(repaired.size());
    return true;
  }

  std::shared_ptr<arrow::DataType> type_;
  bool checksText_;
  bool badTextIsNull_;
  ValidityBits validity_;
  GrowingBuffer offsets_;
  GrowingBuffer bytes_;
  int32_t size_ = 0;
};

}  // namespace

std::unique_ptr<ColumnConverter> makeTextConverter(const std::shared_ptr<arrow::DataType>& type, bool badTextIsNull,
                                                   arrow::MemoryPool* pool) {
  return std::make_unique<TextConverter>(type, badTextIsNull, pool);
}

}  // namespace ferro
