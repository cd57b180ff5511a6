// JSON values on their way into an Arrow column of a given type. Belongs to one task.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <arrow/type_fwd.h>

#include "ferro/engine/expr/date_pattern.h"
#include "ferro/engine/io/formats/json_tape.h"

namespace ferro {

// How values that have no type of their own in JSON are written; without a pattern, as Spark's casts read them.
struct JsonValueFormats {
  std::optional<DatePattern> date;
  std::optional<DatePattern> timestamp;
  std::optional<DatePattern> localTime;  // of timestamps without zone
  TimeZonePtr zone = TimeZone::utc();
};

// How much of a value a column could take. As in Spark, a struct takes the fields that are of their type, and an array
// or map all of its elements or nothing.
enum class JsonFit : uint8_t { kWhole, kPartly, kNot };

class JsonColumn {
 public:
  virtual ~JsonColumn() = default;
  // What append() would answer.
  virtual JsonFit fitOf(const JsonTape& tape, size_t node) const = 0;
  // A value that does not fit becomes null.
  virtual JsonFit append(const JsonTape& tape, size_t node) = 0;
  virtual void appendNull() = 0;
};

// Appends to the builder, which must be of the type and outlive the column. Error kInvalidArgument for a type that JSON
// cannot hold.
std::unique_ptr<JsonColumn> makeJsonColumn(const arrow::DataType& type, arrow::ArrayBuilder& builder,
                                           const JsonValueFormats& formats);

}  // namespace ferro
