// The Arrow side of columns: types, arrays and batches made of finished buffers, and raw pointers into batches that are
// read. Only declarations, so that programs which use columns parse none of Arrow. Any thread may call these.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/common/element.h"

namespace ferro {

using ArrayPointer = std::shared_ptr<arrow::ArrayData>;
using TypePointer = std::shared_ptr<arrow::DataType>;

// Which rows of a column have a value; no bits means all.
struct Validity {
  std::shared_ptr<arrow::Buffer> bits;
  int64_t nulls = 0;

  static const Validity& allValid();
};

ArrayPointer makeArray(TypePointer type, int64_t length, Validity validity,
                       std::vector<std::shared_ptr<arrow::Buffer>> buffers, std::vector<ArrayPointer> children = {});

// The type of what a list or map type holds.
TypePointer elementType(const arrow::DataType& type);

std::shared_ptr<arrow::RecordBatch> makeBatch(const std::shared_ptr<arrow::Schema>& schema, int64_t rows,
                                              std::vector<ArrayPointer>&& columns);

// The buffers of one array. Row i of the array is entry offset + i of each of them.
struct ColumnView {
  const uint8_t* validity = nullptr;  // null when every row has a value
  const uint8_t* values = nullptr;    // fixed-width values, bits or 32-bit offsets
  const uint8_t* text = nullptr;      // what the offsets of a text column point into
  int64_t offset = 0;
};

ColumnView viewOf(const arrow::ArrayData& array);
const arrow::ArrayData& childOf(const arrow::ArrayData& array, int index);
const arrow::ArrayData& columnOf(const arrow::RecordBatch& batch, int index);
int64_t rowsOf(const arrow::RecordBatch& batch);

// Throws Error kMalformedData unless batch has the columns of expected (whatever their names), no nulls where expected
// allows none, and only offsets and lengths that stay inside its buffers: after this, reading it touches nothing else.
void verifyBatch(const arrow::RecordBatch& batch, const arrow::Schema& expected);

namespace detail {

// One of the things that stand side by side for the fields of a row; the place tells those of one type apart. Much
// less work for the compiler than a std::tuple of them.
template <size_t kPlace, class Part>
struct FieldSlot {
  Part part;
};

template <class T>
TypePointer columnType();

struct FieldShape {
  TypePointer type;
  bool nullable;
};

std::shared_ptr<arrow::Field> makeField(const char* name, const FieldShape& shape);
// Named _1, _2, ...
std::vector<std::shared_ptr<arrow::Field>> numberedFields(std::initializer_list<FieldShape> shapes);
std::shared_ptr<arrow::Schema> makeSchema(std::initializer_list<FieldShape> shapes);
// Of one column named value.
std::shared_ptr<arrow::Schema> makeValueSchema(const FieldShape& shape);

template <class T>
FieldShape fieldShape() {
  return {columnType<T>(), OptionalElement<T>};
}

template <class T>
std::shared_ptr<arrow::Field> columnField(const char* name) {
  return makeField(name, fieldShape<T>());
}

template <class... Fields>
std::vector<std::shared_ptr<arrow::Field>> productFields(TypeList<Fields...>) {
  return numberedFields({fieldShape<Fields>()...});
}

template <class... Fields>
std::shared_ptr<arrow::Schema> productSchema(TypeList<Fields...>) {
  return makeSchema({fieldShape<Fields>()...});
}

template <class Number>
TypePointer numberType() {
  constexpr bool kSigned = std::is_signed_v<Number>;
  if constexpr (std::is_same_v<Number, bool>) {
    return arrow::boolean();
  } else if constexpr (std::is_floating_point_v<Number>) {
    return sizeof(Number) == 4 ? arrow::float32() : arrow::float64();
  } else if constexpr (sizeof(Number) == 1) {
    return kSigned ? arrow::int8() : arrow::uint8();
  } else if constexpr (sizeof(Number) == 2) {
    return kSigned ? arrow::int16() : arrow::uint16();
  } else if constexpr (sizeof(Number) == 4) {
    return kSigned ? arrow::int32() : arrow::uint32();
  } else {
    return kSigned ? arrow::int64() : arrow::uint64();
  }
}

// An optional inside an optional becomes a struct of one field: Arrow has one validity for each array.
template <class Value>
TypePointer optionalType() {
  if constexpr (OptionalElement<Value>) {
    return arrow::struct_({columnField<Value>("value")});
  } else {
    return columnType<Value>();
  }
}

template <class T>
TypePointer columnType() {
  if constexpr (HasCodec<T>) {
    return arrow::binary();
  } else if constexpr (ScalarElement<T>) {
    return numberType<Physical<T>>();
  } else if constexpr (TextElement<T>) {
    return arrow::utf8();
  } else if constexpr (ProductElement<T>) {
    return arrow::struct_(productFields(FieldsOf<T>{}));
  } else if constexpr (VectorElement<T>) {
    return arrow::list(columnField<typename T::value_type>("item"));
  } else if constexpr (ArrayElement<T>) {
    return arrow::fixed_size_list(columnField<typename T::value_type>("item"), std::tuple_size_v<T>);
  } else if constexpr (OptionalElement<T>) {
    return optionalType<typename T::value_type>();
  } else {
    static_assert(MapElement<T>);
    return arrow::map(columnType<typename T::key_type>(), columnField<typename T::mapped_type>("value"));
  }
}

}  // namespace detail
}  // namespace ferro
