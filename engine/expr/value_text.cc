#include "ferro/engine/expr/value_text.h"

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/util/decimal.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/expr/time_text.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {

namespace {

// What a cast and show() do differently inside of a value.
enum class FormKind : uint8_t { kCast, kShown };
struct Form {
  FormKind kind;
  const TimeZone& zone;  // of timestamps
};

void appendValue(std::string& text, const arrow::Array& column, int64_t row, const Form& form);

template <class ArrayType>
auto viewOf(const arrow::Array& column, int64_t row) {
  return static_cast<const ArrayType&>(column).GetView(row);
}

void appendNullable(std::string& text, const arrow::Array& column, int64_t row, const Form& form) {
  if (column.IsNull(row)) {
    text += form.kind == FormKind::kShown ? "NULL" : "null";
  } else {
    appendValue(text, column, row, form);
  }
}

void appendList(std::string& text, const arrow::ListArray& column, int64_t row, const Form& form) {
  text += '[';
  for (int32_t i = 0; i < column.value_length(row); ++i) {
    if (i > 0) text += ", ";
    appendNullable(text, *column.values(), column.value_offset(row) + i, form);
  }
  text += ']';
}

void appendMap(std::string& text, const arrow::MapArray& column, int64_t row, const Form& form) {
  text += '{';
  for (int32_t i = 0; i < column.value_length(row); ++i) {
    if (i > 0) text += ", ";
    appendNullable(text, *column.keys(), column.value_offset(row) + i, form);
    text += " -> ";
    appendNullable(text, *column.items(), column.value_offset(row) + i, form);
  }
  text += '}';
}

// As Spark writes vectors: `[1.0,2.0]`, or `(3,[0],[1.0])` where only some places are stored.
void appendVector(std::string& text, const arrow::StructArray& column, int64_t row, const Form& form) {
  const auto appendPacked = [&](const arrow::Array& part) {
    const auto& list = static_cast<const arrow::ListArray&>(part);
    text += '[';
    for (int32_t i = 0; i < list.value_length(row); ++i) {
      if (i > 0) text += ',';
      appendNullable(text, *list.values(), list.value_offset(row) + i, form);
    }
    text += ']';
  };
  const bool isSparse = viewOf<arrow::Int8Array>(*column.field(0), row) == 0;
  if (isSparse) {
    text += '(';
    appendNullable(text, *column.field(1), row, form);
    text += ',';
    appendPacked(*column.field(2));
    text += ',';
  }
  appendPacked(*column.field(3));
  if (isSparse) text += ')';
}

void appendStruct(std::string& text, const arrow::StructArray& column, int64_t row, const Form& form) {
  if (isVector(*column.type())) {
    appendVector(text, column, row, form);
    return;
  }
  text += '{';
  for (int i = 0; i < column.num_fields(); ++i) {
    if (i > 0) text += ", ";
    appendNullable(text, *column.field(i), row, form);
  }
  text += '}';
}

void appendDecimal(std::string& text, const arrow::Decimal128Array& column, int64_t row) {
  const auto& type = static_cast<const arrow::Decimal128Type&>(*column.type());
  const arrow::Decimal128 value(column.GetValue(row));
  if (type.scale() == 0) {
    text += value.ToIntegerString();
    return;
  }
  // Never with an exponent, which Arrow's text has for small numbers.
  std::string digits = value.ToIntegerString();
  const bool negative = digits.front() == '-';
  if (negative) digits.erase(0, 1);
  const size_t scale = static_cast<size_t>(type.scale());
  if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
  digits.insert(digits.size() - scale, 1, '.');
  if (negative) text += '-';
  text += digits;
}

void appendBytes(std::string& text, std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  text += '[';
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0) text += ' ';
    const auto byte = static_cast<unsigned char>(bytes[i]);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  text += ']';
}

void appendValue(std::string& text, const arrow::Array& column, int64_t row, const Form& form) {
  switch (column.type_id()) {
    case arrow::Type::BOOL: text += viewOf<arrow::BooleanArray>(column, row) ? "true" : "false"; return;
    case arrow::Type::INT8: text += std::to_string(viewOf<arrow::Int8Array>(column, row)); return;
    case arrow::Type::INT16: text += std::to_string(viewOf<arrow::Int16Array>(column, row)); return;
    case arrow::Type::INT32: text += std::to_string(viewOf<arrow::Int32Array>(column, row)); return;
    case arrow::Type::INT64: text += std::to_string(viewOf<arrow::Int64Array>(column, row)); return;
    case arrow::Type::FLOAT: appendNumber(text, viewOf<arrow::FloatArray>(column, row)); return;
    case arrow::Type::DOUBLE: appendNumber(text, viewOf<arrow::DoubleArray>(column, row)); return;
    case arrow::Type::BINARY:
      if (form.kind == FormKind::kShown) {
        appendBytes(text, viewOf<arrow::BinaryArray>(column, row));
        return;
      }
      [[fallthrough]];
    case arrow::Type::STRING: text += viewOf<arrow::BinaryArray>(column, row); return;
    case arrow::Type::DATE32: appendDate(text, viewOf<arrow::Date32Array>(column, row)); return;
    case arrow::Type::TIMESTAMP: {
      const int64_t micros = viewOf<arrow::TimestampArray>(column, row);
      const bool isLocal = static_cast<const arrow::TimestampType&>(*column.type()).timezone().empty();
      appendTimestamp(text, isLocal ? micros : form.zone.toLocal(micros));
      return;
    }
    case arrow::Type::DECIMAL128: appendDecimal(text, static_cast<const arrow::Decimal128Array&>(column), row); return;
    case arrow::Type::LIST: appendList(text, static_cast<const arrow::ListArray&>(column), row, form); return;
    case arrow::Type::MAP: appendMap(text, static_cast<const arrow::MapArray&>(column), row, form); return;
    case arrow::Type::STRUCT: appendStruct(text, static_cast<const arrow::StructArray&>(column), row, form); return;
    case arrow::Type::EXTENSION:
      appendValue(text, *static_cast<const arrow::ExtensionArray&>(column).storage(), row, form);
      return;
    case arrow::Type::DICTIONARY: {
      const auto& dictionary = static_cast<const arrow::DictionaryArray&>(column);
      appendNullable(text, *dictionary.dictionary(), dictionary.GetValueIndex(row), form);
      return;
    }
    case arrow::Type::NA: text += "NULL"; return;
    default: throwInternal("the text of a column of " + column.type()->ToString());
  }
}

}  // namespace

std::string valueText(const arrow::Array& column, int64_t row, const TimeZone& zone) {
  std::string text;
  appendNullable(text, column, row, {FormKind::kShown, zone});
  return text;
}

std::shared_ptr<arrow::Array> castToText(const arrow::Array& column, const TimeZone& zone, arrow::MemoryPool* pool) {
  arrow::StringBuilder builder(pool);
  check(builder.Reserve(column.length()), "a column of text");
  std::string text;
  for (int64_t row = 0; row < column.length(); ++row) {
    if (column.IsNull(row)) {
      builder.UnsafeAppendNull();
      continue;
    }
    text.clear();
    appendValue(text, column, row, {FormKind::kCast, zone});
    check(builder.Append(text), "a column of text");
  }
  return valueOf(builder.Finish(), "a column of text");
}

}  // namespace ferro
