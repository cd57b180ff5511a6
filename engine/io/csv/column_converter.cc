#include "ferro/engine/io/csv/column_converter.h"

#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <arrow/array.h>
#include <arrow/array/data.h>
#include <arrow/type.h>
#include <arrow/util/decimal.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/csv/boolean_text.h"
#include "ferro/engine/io/csv/column_buffers.h"
#include "ferro/engine/io/csv/number_text.h"
#include "ferro/engine/io/csv/time_fields.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

// Values of a fixed width; Parse says what a field means.
template <class Value, class Parse>
class FixedWidthConverter final : public ColumnConverter {
 public:
  FixedWidthConverter(std::shared_ptr<arrow::DataType> type, Parse parse, arrow::MemoryPool* pool)
      : type_(std::move(type)), parse_(std::move(parse)), validity_(pool), values_(pool) {}

  void append(const ColumnFields& column, std::vector<uint32_t>& bad) override {
    const int64_t before = validity_.length();
    validity_.append(static_cast<int64_t>(column.count));
    values_.reserve(validity_.length() * static_cast<int64_t>(sizeof(Value)));
    Value* values = values_.data<Value>() + before;
    column.fields.visit([&](auto fieldAt) {
      for (size_t i = 0; i < column.count; ++i) {
        const CsvField field = fieldAt(i);
        const bool none = field.isNull();
        if (none || field.length == 0 || !parse_(column.text + field.begin, field.length, values[i])) [[unlikely]] {
          values[i] = Value{};
          validity_.setNull(before + static_cast<int64_t>(i));
          if (!none) bad.push_back(static_cast<uint32_t>(i));
        }
      }
    });
  }

  std::shared_ptr<arrow::Array> finish() override {
    const int64_t length = validity_.length();
    const int64_t nulls = validity_.numNulls();
    auto validity = validity_.take();
    auto values = values_.take(length * static_cast<int64_t>(sizeof(Value)));
    return arrow::MakeArray(arrow::ArrayData::Make(type_, length, {std::move(validity), std::move(values)}, nulls));
  }

 private:
  std::shared_ptr<arrow::DataType> type_;
  Parse parse_;
  ValidityBits validity_;
  GrowingBuffer values_;
};

class BooleanConverter final : public ColumnConverter {
 public:
  explicit BooleanConverter(arrow::MemoryPool* pool) : validity_(pool), values_(pool) {}

  void append(const ColumnFields& column, std::vector<uint32_t>& bad) override {
    const int64_t before = validity_.length();
    validity_.append(static_cast<int64_t>(column.count));
    values_.append(static_cast<int64_t>(column.count));
    for (size_t i = 0; i < column.count; ++i) {
      const CsvField field = column.fields[i];
      const int64_t index = before + static_cast<int64_t>(i);
      bool value = false;
      if (field.isNull() || !parseBoolean(field.text(column.text), value)) {
        validity_.setNull(index);
        if (!field.isNull()) bad.push_back(static_cast<uint32_t>(i));
      }
      if (!value) values_.setNull(index);
    }
  }

  std::shared_ptr<arrow::Array> finish() override {
    const int64_t length = validity_.length();
    const int64_t nulls = validity_.numNulls();
    auto validity = validity_.take();
    auto values = values_.takeAll();
    return arrow::MakeArray(
        arrow::ArrayData::Make(arrow::boolean(), length, {std::move(validity), std::move(values)}, nulls));
  }

 private:
  ValidityBits validity_;
  ValidityBits values_;  // a bit for each value, too
};

template <class Integer>
struct ParseInteger {
  bool operator()(const char* text, size_t length, Integer& value) const {
    int64_t wide = 0;
    if (!parseInteger(text, length, wide)) return false;
    value = static_cast<Integer>(wide);
    return value == wide;
  }
};

// Whether one of the words for what is no number could be one.
bool hasNumberLikeWords(const CsvOptions& options) {
  for (const std::string* word : {&options.nanValue, &options.positiveInfinity, &options.negativeInfinity}) {
    if (word->find_first_of("0123456789") != std::string::npos) return true;
  }
  return false;
}

template <class Real>
struct ParseReal {
  explicit ParseReal(const CsvOptions& all) : options(&all), wordsFirst(hasNumberLikeWords(all)) {}

  const CsvOptions* options;
  bool wordsFirst;

  bool operator()(const char* text, size_t length, Real& value) const {
    if constexpr (std::is_same_v<Real, double>) {
      if (!wordsFirst && parsePlainDouble(text, length, value)) return true;
    }
    return parseOther({text, length}, value);
  }

  [[gnu::noinline]] bool parseOther(std::string_view text, Real& value) const {
    if (text == options->nanValue) {
      value = std::numeric_limits<Real>::quiet_NaN();
    } else if (text == options->positiveInfinity) {
      value = std::numeric_limits<Real>::infinity();
    } else if (text == options->negativeInfinity) {
      value = -std::numeric_limits<Real>::infinity();
    } else if constexpr (std::is_same_v<Real, double>) {
      return parseDoubleCarefully(text, value);
    } else {
      return parseFloat(text, value);
    }
    return true;
  }
};

struct ParseDecimal {
  int precision;
  int scale;

  bool operator()(const char* text, size_t length, arrow::Decimal128& value) const {
    Int128 number = 0;
    if (!parseDecimal({text, length}, precision, scale, number)) return false;
    value = arrow::Decimal128(static_cast<int64_t>(number >> 64), static_cast<uint64_t>(number));
    return true;
  }
};

// A parser that gives nothing for what it cannot read, as converters want it.
template <auto Parse, class Value>
struct ParseTime {
  const CsvOptions* options;

  bool operator()(const char* text, size_t length, Value& value) const {
    const auto parsed = Parse({text, length}, *options);
    value = parsed.value_or(0);
    return parsed.has_value();
  }
};

template <class Value, class Parse>
std::unique_ptr<ColumnConverter> fixedWidth(const std::shared_ptr<arrow::DataType>& type, Parse parse,
                                            arrow::MemoryPool* pool) {
  return std::make_unique<FixedWidthConverter<Value, Parse>>(type, std::move(parse), pool);
}

}  // namespace

bool canConvertTo(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::BOOL:
    case arrow::Type::INT8:
    case arrow::Type::INT16:
    case arrow::Type::INT32:
    case arrow::Type::INT64:
    case arrow::Type::FLOAT:
    case arrow::Type::DOUBLE:
    case arrow::Type::DECIMAL128:
    case arrow::Type::DATE32:
    case arrow::Type::STRING:
    case arrow::Type::BINARY: return true;
    case arrow::Type::TIMESTAMP: return static_cast<const arrow::TimestampType&>(type).unit() == arrow::TimeUnit::MICRO;
    default: return false;
  }
}

std::unique_ptr<ColumnConverter> makeColumnConverter(const std::shared_ptr<arrow::DataType>& type,
                                                     const CsvOptions& options, arrow::MemoryPool* pool) {
  switch (type->id()) {
    case arrow::Type::BOOL: return std::make_unique<BooleanConverter>(pool);
    case arrow::Type::INT8: return fixedWidth<int8_t>(type, ParseInteger<int8_t>{}, pool);
    case arrow::Type::INT16: return fixedWidth<int16_t>(type, ParseInteger<int16_t>{}, pool);
    case arrow::Type::INT32: return fixedWidth<int32_t>(type, ParseInteger<int32_t>{}, pool);
    case arrow::Type::INT64: return fixedWidth<int64_t>(type, ParseInteger<int64_t>{}, pool);
    case arrow::Type::FLOAT: return fixedWidth<float>(type, ParseReal<float>(options), pool);
    case arrow::Type::DOUBLE: return fixedWidth<double>(type, ParseReal<double>(options), pool);
    case arrow::Type::DECIMAL128: {
      const auto& decimal = static_cast<const arrow::Decimal128Type&>(*type);
      return fixedWidth<arrow::Decimal128>(type, ParseDecimal{decimal.precision(), decimal.scale()}, pool);
    }
    case arrow::Type::DATE32: return fixedWidth<int32_t>(type, ParseTime<dateInField, int32_t>{&options}, pool);
    case arrow::Type::TIMESTAMP:
      if (static_cast<const arrow::TimestampType&>(*type).timezone().empty()) {
        return fixedWidth<int64_t>(type, ParseTime<localTimeInField, int64_t>{&options}, pool);
      }
      return fixedWidth<int64_t>(type, ParseTime<timestampInField, int64_t>{&options}, pool);
    case arrow::Type::STRING:
    case arrow::Type::BINARY: return makeTextConverter(type, options.mode == ReadMode::kFailFast, pool);
    default: break;
  }
  throw Error(ErrorCode::kInvalidArgument, "CSV text cannot hold values of type " + typeName(*type));
}

}  // namespace ferro
