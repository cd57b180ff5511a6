// What type a CSV column seems to have, and how two findings become one: Spark's rules. A small value that travels;
// pure functions, any thread may call them.
#pragma once

#include <cstdint>
#include <memory>

#include <arrow/type_fwd.h>

namespace ferro {

// In the order in which Spark tries them.
enum class InferredKind : uint8_t { kNone, kInt, kLong, kDecimal, kDouble, kDate, kTimestamp, kBoolean, kString };

struct InferredType {
  InferredKind kind = InferredKind::kNone;
  uint8_t precision = 0;  // of a decimal, which has no digits behind the point

  bool operator==(const InferredType&) const = default;
};

// Dates in a column with timestamps are timestamps where these can be read from them, else such a column is text.
InferredType commonType(const InferredType& a, const InferredType& b, bool datesAreTimestamps);

// A column without any value is text.
std::shared_ptr<arrow::DataType> arrowType(const InferredType& type);

}  // namespace ferro
