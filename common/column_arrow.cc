#include "ferro/common/column_arrow.h"

#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

[[noreturn]] void malformed(const std::string& column, const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "column " + column + " of a block " + what);
}

// Arrow's own Validate looks only at the first and last offset.
void verifyOffsets(const arrow::ArrayData& array, const std::string& column) {
  if (array.length == 0) return;
  const uint8_t* offsets = array.buffers[1]->data() + array.offset * int64_t{sizeof(int32_t)};
  int32_t previous = 0;
  bool ascending = true;
  for (int64_t i = 0; i <= array.length; ++i) {
    int32_t next;
    std::memcpy(&next, offsets + i * int64_t{sizeof(int32_t)}, sizeof(next));
    ascending &= next >= previous;
    previous = next;
  }
  if (!ascending) malformed(column, "has offsets that go backwards");
}

bool hasOffsets(arrow::Type::type type) {
  return type == arrow::Type::STRING || type == arrow::Type::BINARY || type == arrow::Type::LIST ||
         type == arrow::Type::MAP;
}

// How many rows of its child one row of an array takes, for arrays whose rows all take as many; Arrow's own Validate
// forgets the array's offset there.
int64_t childRowsPerRow(const arrow::DataType& type) {
  if (type.id() == arrow::Type::FIXED_SIZE_LIST) return static_cast<const arrow::FixedSizeListType&>(type).list_size();
  return type.id() == arrow::Type::STRUCT ? 1 : 0;
}

// Names of nested fields may differ; everything that decides where bytes lie may not.
void verifyArray(const arrow::ArrayData& array, const arrow::Field& expected, bool nullsAllowed,
                 const std::string& column) {
  const arrow::DataType& type = *expected.type();
  const int64_t childRows = childRowsPerRow(type);
  if (array.type->id() != type.id() || array.child_data.size() != type.fields().size() ||
      childRowsPerRow(*array.type) != childRows) {
    malformed(column, "is " + array.type->ToString() + " where " + type.ToString() + " is expected");
  }
  const bool hasNulls = array.GetNullCount() > 0;
  if (hasNulls && !nullsAllowed && !expected.nullable()) {
    malformed(column, "has missing values; read it as std::optional or drop them first");
  }
  if (hasOffsets(type.id())) verifyOffsets(array, column);
  // Under a missing list or struct lie placeholders, which nobody reads.
  for (size_t i = 0; i < array.child_data.size(); ++i) {
    if (childRows > 0 && array.child_data[i]->length / childRows < array.offset + array.length) {
      malformed(column, "has fewer values inside than it claims");
    }
    verifyArray(*array.child_data[i], *type.field(static_cast<int>(i)), nullsAllowed || hasNulls, column);
  }
}

}  // namespace

const Validity& Validity::allValid() {
  static const Validity valid;
  return valid;
}

namespace detail {

std::shared_ptr<arrow::Field> makeField(const char* name, const FieldShape& shape) {
  return arrow::field(name, shape.type, shape.nullable);
}

std::vector<std::shared_ptr<arrow::Field>> numberedFields(std::initializer_list<FieldShape> shapes) {
  std::vector<std::shared_ptr<arrow::Field>> fields;
  for (const FieldShape& shape : shapes) {
    fields.push_back(makeField(("_" + std::to_string(fields.size() + 1)).c_str(), shape));
  }
  return fields;
}

std::shared_ptr<arrow::Schema> makeSchema(std::initializer_list<FieldShape> shapes) {
  return arrow::schema(numberedFields(shapes));
}

std::shared_ptr<arrow::Schema> makeValueSchema(const FieldShape& shape) {
  return arrow::schema({makeField("value", shape)});
}

}  // namespace detail

ArrayPointer makeArray(TypePointer type, int64_t length, Validity validity,
                       std::vector<std::shared_ptr<arrow::Buffer>> buffers, std::vector<ArrayPointer> children) {
  buffers.insert(buffers.begin(), std::move(validity.bits));
  return arrow::ArrayData::Make(std::move(type), length, std::move(buffers), std::move(children), validity.nulls);
}

TypePointer elementType(const arrow::DataType& type) { return type.field(0)->type(); }

std::shared_ptr<arrow::RecordBatch> makeBatch(const std::shared_ptr<arrow::Schema>& schema, int64_t rows,
                                              std::vector<ArrayPointer>&& columns) {
  return arrow::RecordBatch::Make(schema, rows, std::move(columns));
}

ColumnView viewOf(const arrow::ArrayData& array) {
  const auto dataOf = [&array](size_t index) -> const uint8_t* {
    return index < array.buffers.size() && array.buffers[index] ? array.buffers[index]->data() : nullptr;
  };
  return {.validity = array.GetNullCount() > 0 ? dataOf(0) : nullptr,
          .values = dataOf(1),
          .text = dataOf(2),
          .offset = array.offset};
}

const arrow::ArrayData& childOf(const arrow::ArrayData& array, int index) { return *array.child_data[index]; }

const arrow::ArrayData& columnOf(const arrow::RecordBatch& batch, int index) { return *batch.column_data(index); }

int64_t rowsOf(const arrow::RecordBatch& batch) { return batch.num_rows(); }

void verifyBatch(const arrow::RecordBatch& batch, const arrow::Schema& expected) {
  if (batch.num_columns() != expected.num_fields()) {
    throw Error(ErrorCode::kMalformedData, "a block has " + std::to_string(batch.num_columns()) + " columns where " +
                                               std::to_string(expected.num_fields()) + " are expected");
  }
  check(batch.Validate(), "a block is damaged");
  for (int i = 0; i < batch.num_columns(); ++i) {
    const arrow::Field& field = *expected.field(i);
    verifyArray(*batch.column_data(i), field, false, field.name());
  }
}

}  // namespace ferro
