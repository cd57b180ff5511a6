#include "ferro/engine/io/formats/json_leaf_columns.h"

#include <charconv>
#include <limits>
#include <string_view>
#include <utility>

#include <arrow/array/builder_binary.h>
#include <arrow/array/builder_decimal.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/type.h>
#include <arrow/util/base64.h>
#include <arrow/util/decimal.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/csv/number_text.h"
#include "ferro/engine/io/formats/split_lines.h"
#include "ferro/engine/io/formats/time_values.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

void needLeaf(const arrow::Status& status) { check(status, "cannot build a column from JSON"); }

template <class Number>
std::optional<Number> numberOf(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// A column whose values have no parts. Self gives valueOf(tape, node): the value, or nothing.
template <class Self, class Builder>
class Leaf : public JsonColumn {
 public:
  explicit Leaf(arrow::ArrayBuilder& builder) : builder_(static_cast<Builder&>(builder)) {}

  JsonFit fitOf(const JsonTape& tape, size_t node) const final {
    const bool fits =
        tape[node].kind == JsonKind::kNull || static_cast<const Self&>(*this).valueOf(tape, node).has_value();
    return fits ? JsonFit::kWhole : JsonFit::kNot;
  }

  JsonFit append(const JsonTape& tape, size_t node) final {
    if (tape[node].kind != JsonKind::kNull) {
      if (const auto value = static_cast<const Self&>(*this).valueOf(tape, node)) {
        needLeaf(builder_.Append(*value));
        return JsonFit::kWhole;
      }
    }
    needLeaf(builder_.AppendNull());
    return tape[node].kind == JsonKind::kNull ? JsonFit::kWhole : JsonFit::kNot;
  }
  void appendNull() final { needLeaf(builder_.AppendNull()); }

 private:
  Builder& builder_;
};

class BooleanColumn final : public Leaf<BooleanColumn, arrow::BooleanBuilder> {
 public:
  using Leaf::Leaf;
  std::optional<bool> valueOf(const JsonTape& tape, size_t node) const {
    if (tape[node].kind == JsonKind::kTrue) return true;
    if (tape[node].kind == JsonKind::kFalse) return false;
    return std::nullopt;
  }
};

template <class Builder>
class IntegerColumn final : public Leaf<IntegerColumn<Builder>, Builder> {
 public:
  using IntegerColumn::Leaf::Leaf;
  std::optional<typename Builder::value_type> valueOf(const JsonTape& tape, size_t node) const {
    using Value = typename Builder::value_type;
    if (tape[node].kind != JsonKind::kInteger) return std::nullopt;
    if constexpr (sizeof(Value) == 1) {
      // A byte may be written without a sign, as in Spark: 255 is -1.
      const auto wide = numberOf<int16_t>(tape[node].text);
      if (!wide || *wide < -128 || *wide > 255) return std::nullopt;
      return static_cast<Value>(*wide);
    } else {
      return numberOf<Value>(tape[node].text);
    }
  }
};

template <class Builder>
class RealColumn final : public Leaf<RealColumn<Builder>, Builder> {
 public:
  using RealColumn::Leaf::Leaf;
  using Value = typename Builder::value_type;
  std::optional<Value> valueOf(const JsonTape& tape, size_t node) const {
    const JsonNode& value = tape[node];
    const bool isNumber = value.kind == JsonKind::kInteger || value.kind == JsonKind::kReal;
    if (!isNumber && value.kind != JsonKind::kString) return std::nullopt;
    if (isNumber) {
      Value number{};
      const auto [end, error] = std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
      if (error == std::errc() && end == value.text.data() + value.text.size()) return number;
      if (error == std::errc::result_out_of_range) return outOfRange(value.text);
    }
    // In quotes an infinity needs a sign, or all of its letters.
    if (value.kind == JsonKind::kString && value.text == "INF") return std::nullopt;
    return nonNumber(value.text);
  }

 private:
  static Value outOfRange(std::string_view text) {
    const bool tiny = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
    const Value size = tiny ? Value{0} : std::numeric_limits<Value>::infinity();
    return text.starts_with('-') ? -size : size;
  }
  static std::optional<Value> nonNumber(std::string_view text) {
    if (text == "NaN") return std::numeric_limits<Value>::quiet_NaN();
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text != "Infinity" && text != "INF") return std::nullopt;
    return negative ? -std::numeric_limits<Value>::infinity() : std::numeric_limits<Value>::infinity();
  }
};

class DecimalColumn final : public Leaf<DecimalColumn, arrow::Decimal128Builder> {
 public:
  DecimalColumn(const arrow::Decimal128Type& type, arrow::ArrayBuilder& builder)
      : Leaf(builder), precision_(type.precision()), scale_(type.scale()) {}

  std::optional<arrow::Decimal128> valueOf(const JsonTape& tape, size_t node) const {
    const JsonNode& value = tape[node];
    if (value.kind != JsonKind::kInteger && value.kind != JsonKind::kReal && value.kind != JsonKind::kString) {
      return std::nullopt;
    }
    Int128 number = 0;
    if (!parseDecimal(value.text, precision_, scale_, number)) return std::nullopt;
    return arrow::Decimal128(static_cast<int64_t>(number >> 64), static_cast<uint64_t>(number));
  }

 private:
  int32_t precision_;
  int32_t scale_;
};

// What is no text is kept as the JSON that it is, spaces and all, as Spark keeps it.
class TextColumn final : public Leaf<TextColumn, arrow::StringBuilder> {
 public:
  using Leaf::Leaf;
  std::optional<std::string_view> valueOf(const JsonTape& tape, size_t node) const {
    return asUtf8(tape[node].text, scratch_);
  }

 private:
  mutable std::string scratch_;  // what valueOf() gave points into it
};

// Spaces may stand between groups of four letters.
std::string withoutSpaces(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (c != ' ' || letters.size() % 4 != 0) letters.push_back(c);
  }
  return letters;
}

class BinaryColumn final : public Leaf<BinaryColumn, arrow::BinaryBuilder> {
 public:
  using Leaf::Leaf;
  std::optional<std::string> valueOf(const JsonTape& tape, size_t node) const {
    if (tape[node].kind != JsonKind::kString) return std::nullopt;
    auto bytes = arrow::util::base64_decode(withoutSpaces(tape[node].text));
    if (!bytes.ok()) return std::nullopt;
    return std::move(bytes).ValueUnsafe();
  }
};

class DateColumn final : public Leaf<DateColumn, arrow::Date32Builder> {
 public:
  DateColumn(arrow::ArrayBuilder& builder, const JsonValueFormats& formats) : Leaf(builder), formats_(formats) {}
  std::optional<int32_t> valueOf(const JsonTape& tape, size_t node) const {
    if (tape[node].kind != JsonKind::kString) return std::nullopt;
    const auto days = dateIn(tape[node].text, formats_.date);
    // Spark 1.5 wrote the days since 1970.
    return days || formats_.date ? days : numberOf<int32_t>(tape[node].text);
  }

 private:
  const JsonValueFormats& formats_;
};

class TimestampColumn final : public Leaf<TimestampColumn, arrow::TimestampBuilder> {
 public:
  TimestampColumn(arrow::ArrayBuilder& builder, const JsonValueFormats& formats)
      : Leaf(builder),
        formats_(formats),
        isLocal_(static_cast<const arrow::TimestampType&>(*builder.type()).timezone().empty()) {}
  std::optional<int64_t> valueOf(const JsonTape& tape, size_t node) const {
    if (tape[node].kind == JsonKind::kInteger) {
      const auto seconds = numberOf<int64_t>(tape[node].text);
      int64_t micros = 0;
      if (!seconds || __builtin_mul_overflow(*seconds, kMicrosPerSecond, &micros)) return std::nullopt;
      return micros;
    }
    if (tape[node].kind != JsonKind::kString) return std::nullopt;
    if (isLocal_) return localTimeIn(tape[node].text, formats_.localTime);
    return timestampIn(tape[node].text, formats_.timestamp, *formats_.zone);
  }

 private:
  const JsonValueFormats& formats_;
  bool isLocal_;
};

}  // namespace

std::unique_ptr<JsonColumn> makeJsonLeafColumn(const arrow::DataType& type, arrow::ArrayBuilder& builder,
                                               const JsonValueFormats& formats) {
  switch (type.id()) {
    case arrow::Type::BOOL: return std::make_unique<BooleanColumn>(builder);
    case arrow::Type::INT8: return std::make_unique<IntegerColumn<arrow::Int8Builder>>(builder);
    case arrow::Type::INT16: return std::make_unique<IntegerColumn<arrow::Int16Builder>>(builder);
    case arrow::Type::INT32: return std::make_unique<IntegerColumn<arrow::Int32Builder>>(builder);
    case arrow::Type::INT64: return std::make_unique<IntegerColumn<arrow::Int64Builder>>(builder);
    case arrow::Type::FLOAT: return std::make_unique<RealColumn<arrow::FloatBuilder>>(builder);
    case arrow::Type::DOUBLE: return std::make_unique<RealColumn<arrow::DoubleBuilder>>(builder);
    case arrow::Type::STRING: return std::make_unique<TextColumn>(builder);
    case arrow::Type::BINARY: return std::make_unique<BinaryColumn>(builder);
    case arrow::Type::DATE32: return std::make_unique<DateColumn>(builder, formats);
    case arrow::Type::TIMESTAMP: return std::make_unique<TimestampColumn>(builder, formats);
    case arrow::Type::DECIMAL128:
      return std::make_unique<DecimalColumn>(static_cast<const arrow::Decimal128Type&>(type), builder);
    case arrow::Type::LIST:
    case arrow::Type::MAP:
    case arrow::Type::STRUCT: return nullptr;
    default: throw Error(ErrorCode::kInvalidArgument, "format json has no values of type " + sqlName(type));
  }
}

}  // namespace ferro
