#include "ferro/engine/io/csv/column_classifier.h"

#include "ferro/engine/io/csv/boolean_text.h"
#include "ferro/engine/io/csv/number_text.h"
#include "ferro/engine/io/csv/text_class.h"
#include "ferro/engine/io/csv/time_fields.h"

namespace ferro {
namespace {

using Kind = InferredKind;

constexpr int kMaxPrecision = 38;

// Digits only, and so few that an int holds them; a sign is left to those who look closer.
bool isShortInteger(const char* text, uint32_t length) {
  if (length > 9) return false;
  const uint32_t all = (uint32_t{1} << length) - 1;
  return (numeralMasks(text).digits & all) == all;
}

// Digits with at most one point, but not only the point.
bool isPlainNumber(const char* text, uint32_t length) {
  const uint32_t sign = *text == '-' ? 1 : 0;
  const uint32_t rest = length - sign;
  if (rest == 0 || rest > 16) return false;
  const NumeralMasks masks = numeralMasks(text + sign);
  const uint32_t all = (uint32_t{1} << rest) - 1;
  const uint32_t points = masks.points & all;
  return ((masks.digits | points) & all) == all && (points & (points - 1)) == 0 && (masks.digits & all) != 0;
}

}  // namespace

ColumnClassifier::ColumnClassifier(const CsvOptions& options)
    : options_(options), datesAreTimestamps_(datesAreTimestamps(options)) {}

void ColumnClassifier::add(const char* text, const CsvColumn& fields, size_t count, InferredType& type) const {
  fields.visit([&](auto fieldAt) {
    size_t row = 0;
    while (row < count && type.kind != Kind::kString) {
      row = skipFitting(text, fieldAt, row, count, type.kind);
      if (row == count) return;
      const CsvField field = fieldAt(row++);
      if (field.isNull() || field.length == 0) continue;
      type = commonType(type, typeOf(field.text(text), type.kind), datesAreTimestamps_);
    }
  });
}

template <class FieldAt>
size_t ColumnClassifier::skipFitting(const char* text, FieldAt fieldAt, size_t from, size_t count, Kind kind) const {
  const auto firstOther = [&](auto fits) {
    for (size_t row = from; row < count; ++row) {
      const CsvField field = fieldAt(row);
      if (!fits(text + field.begin, field.length)) return row;
    }
    return count;
  };
  if (kind == Kind::kInt || kind == Kind::kLong) return firstOther(isShortInteger);
  if (kind == Kind::kDouble) return firstOther(isPlainNumber);
  return from;
}

InferredType ColumnClassifier::typeOf(std::string_view field, Kind from) const {
  int64_t integer = 0;
  if (from <= Kind::kLong && parseInteger(field.data(), field.size(), integer)) {
    const bool isInt = integer == static_cast<int32_t>(integer) && from <= Kind::kInt;
    return {isInt ? Kind::kInt : Kind::kLong, 0};
  }
  if (from <= Kind::kDecimal) {
    const int digits = digitsOfWholeDecimal(field);
    if (digits > 0 && digits <= kMaxPrecision) return {Kind::kDecimal, static_cast<uint8_t>(digits)};
  }
  if (from <= Kind::kDouble && isDouble(field)) return {Kind::kDouble, 0};
  if (from <= Kind::kDate && options_.preferDate && looksLikeDate(field, options_)) return {Kind::kDate, 0};
  if (from <= Kind::kTimestamp && looksLikeTimestamp(field, options_)) return {Kind::kTimestamp, 0};
  bool boolean = false;
  return {parseBoolean(field, boolean) ? Kind::kBoolean : Kind::kString, 0};
}

bool ColumnClassifier::isDouble(std::string_view field) const {
  double value = 0;
  return parseDouble(field.data(), field.size(), value) || field == options_.nanValue ||
         field == options_.positiveInfinity || field == options_.negativeInfinity;
}

bool datesAreTimestamps(const CsvOptions& options) {
  return !options.timestampFormat && (!options.dateFormat || options.dateFormat->text() == "yyyy-MM-dd");
}

}  // namespace ferro
