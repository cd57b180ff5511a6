#include "ferro/common/plain_columns.h"

#include <algorithm>
#include <utility>

#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <arrow/util/bit_util.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/column_buffer.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

const TypePointer& valueType(const arrow::DataType& type) {
  return static_cast<const arrow::DictionaryType&>(type).value_type();
}

void requireTexts(const arrow::DataType& type) {
  const auto value = valueType(type)->id();
  const bool isText = value == arrow::Type::STRING || value == arrow::Type::BINARY;
  const auto code = static_cast<const arrow::DictionaryType&>(type).index_type()->id();
  if (!isText || code != arrow::Type::INT32) throwInternal("a column of type " + type.ToString() + " inside of Ferro");
}

// The codes of a column and what they stand for.
class CodedTexts {
 public:
  explicit CodedTexts(const arrow::ArrayData& column)
      : rows_(viewOf(column)),
        codes_(reinterpret_cast<const int32_t*>(rows_.values) + rows_.offset),
        texts_(viewOf(*column.dictionary)),
        offsets_(reinterpret_cast<const int32_t*>(texts_.values) + texts_.offset) {}

  bool mayHaveNulls() const { return rows_.validity != nullptr || texts_.validity != nullptr; }
  bool isValid(int64_t row) const {
    return (rows_.validity == nullptr || arrow::bit_util::GetBit(rows_.validity, rows_.offset + row)) &&
           (texts_.validity == nullptr || arrow::bit_util::GetBit(texts_.validity, texts_.offset + codes_[row]));
  }
  const uint8_t* data(int64_t row) const { return texts_.text + offsets_[codes_[row]]; }
  size_t size(int64_t row) const { return static_cast<size_t>(offsets_[codes_[row] + 1] - offsets_[codes_[row]]); }

 private:
  ColumnView rows_;
  const int32_t* codes_;
  ColumnView texts_;
  const int32_t* offsets_;
};

Validity validityOf(const CodedTexts& texts, int64_t rows, arrow::MemoryPool* pool) {
  if (!texts.mayHaveNulls()) return {};
  auto bits = valueOf(arrow::AllocateEmptyBitmap(rows, pool), "the validity of a column");
  Validity validity{bits, 0};
  for (int64_t row = 0; row < rows; ++row) {
    if (texts.isValid(row)) {
      arrow::bit_util::SetBit(bits->mutable_data(), row);
    } else {
      ++validity.nulls;
    }
  }
  return validity;
}

}  // namespace

bool isDictionary(const arrow::DataType& type) { return type.id() == arrow::Type::DICTIONARY; }

ArrayPointer plainColumn(const ArrayPointer& column, arrow::MemoryPool* pool) {
  if (!isDictionary(*column->type)) return column;
  requireTexts(*column->type);
  const CodedTexts texts(*column);
  Validity validity = validityOf(texts, column->length, pool);
  ColumnBuffer offsets(pool);
  ColumnBuffer bytes(pool, ColumnBuffer::kOffsetLimit);
  offsets.put(int32_t{0});
  for (int64_t row = 0; row < column->length; ++row) {
    if (validity.nulls == 0 || texts.isValid(row)) bytes.putBytes(texts.data(row), texts.size(row));
    offsets.put(static_cast<int32_t>(bytes.size()));
  }
  return makeArray(valueType(*column->type), column->length, std::move(validity), {offsets.finish(), bytes.finish()});
}

std::shared_ptr<arrow::Schema> plainSchema(const arrow::Schema& schema) {
  arrow::FieldVector fields = schema.fields();
  for (auto& field : fields) {
    if (isDictionary(*field->type())) field = field->WithType(valueType(*field->type()));
  }
  return arrow::schema(std::move(fields), schema.metadata());
}

std::shared_ptr<arrow::RecordBatch> plainBatch(const std::shared_ptr<arrow::RecordBatch>& batch,
                                               const std::shared_ptr<arrow::Schema>& schema, arrow::MemoryPool* pool) {
  std::vector<ArrayPointer> columns = batch->column_data();
  const bool coded = std::any_of(columns.begin(), columns.end(), [](const auto& c) { return isDictionary(*c->type); });
  if (!coded && (batch->schema() == schema || batch->schema()->Equals(*schema))) return batch;
  for (auto& column : columns) column = plainColumn(column, pool);
  return arrow::RecordBatch::Make(schema, batch->num_rows(), std::move(columns));
}

}  // namespace ferro
