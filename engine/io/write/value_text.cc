#include "ferro/engine/io/write/value_text.h"

#include <arrow/array.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/time_text.h"
#include "ferro/engine/io/text_format.h"

namespace ferro {
namespace {

using arrow::Type;

bool hasZone(const arrow::DataType& type) { return !static_cast<const arrow::TimestampType&>(type).timezone().empty(); }

}  // namespace

bool hasPlainText(const arrow::DataType& type) {
  switch (type.id()) {
    case Type::BOOL:
    case Type::INT8:
    case Type::INT16:
    case Type::INT32:
    case Type::INT64:
    case Type::FLOAT:
    case Type::DOUBLE:
    case Type::STRING:
    case Type::BINARY:
    case Type::DATE32:
    case Type::TIMESTAMP:
    case Type::DECIMAL128: return true;
    default: return false;
  }
}

void appendValue(const arrow::Array& column, int64_t row, const ValueFormats& formats, std::string& text) {
  switch (column.type_id()) {
    case Type::BOOL: text.append(static_cast<const arrow::BooleanArray&>(column).Value(row) ? "true" : "false"); break;
    case Type::INT8: detail::appendSigned(text, static_cast<const arrow::Int8Array&>(column).Value(row)); break;
    case Type::INT16: detail::appendSigned(text, static_cast<const arrow::Int16Array&>(column).Value(row)); break;
    case Type::INT32: detail::appendSigned(text, static_cast<const arrow::Int32Array&>(column).Value(row)); break;
    case Type::INT64: detail::appendSigned(text, static_cast<const arrow::Int64Array&>(column).Value(row)); break;
    case Type::FLOAT: detail::appendReal(text, static_cast<const arrow::FloatArray&>(column).Value(row)); break;
    case Type::DOUBLE: detail::appendReal(text, static_cast<const arrow::DoubleArray&>(column).Value(row)); break;
    case Type::STRING:
    case Type::BINARY: text.append(static_cast<const arrow::BinaryArray&>(column).GetView(row)); break;
    case Type::DATE32:
      formats.date.append({civilDate(static_cast<const arrow::Date32Array&>(column).Value(row))}, text);
      break;
    case Type::TIMESTAMP:
      if (hasZone(*column.type())) {
        formats.timestamp.append(static_cast<const arrow::TimestampArray&>(column).Value(row), *formats.zone, text);
      } else {
        const int64_t micros = static_cast<const arrow::TimestampArray&>(column).Value(row);
        formats.timestampWithoutZone.append(civilTime(micros), text);
      }
      break;
    case Type::DECIMAL128: text.append(static_cast<const arrow::Decimal128Array&>(column).FormatValue(row)); break;
    default: throwInternal("a value of a type without plain text");
  }
}

void appendCastValue(const arrow::Array& column, int64_t row, const TimeZone& zone, std::string& text) {
  if (column.type_id() == Type::DATE32) {
    appendDate(text, static_cast<const arrow::Date32Array&>(column).Value(row));
  } else if (column.type_id() == Type::TIMESTAMP) {
    const int64_t micros = static_cast<const arrow::TimestampArray&>(column).Value(row);
    appendTimestamp(text, hasZone(*column.type()) ? zone.toLocal(micros) : micros);
  } else {
    static const ValueFormats kNone;
    appendValue(column, row, kNone, text);
  }
}

}  // namespace ferro
