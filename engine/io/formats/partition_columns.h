// Columns that are written as directories, `year=2024/city=Z%C3%BCrich`: how such names are read and made, and which
// types Spark gives to their values. Pure functions; any thread may call them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/expr/time_zone.h"

namespace ferro {

// A value as a directory has it; nothing for null.
using PartitionValue = std::optional<std::string>;

// What a directory's name for null is.
inline constexpr std::string_view kNullPartition = "__HIVE_DEFAULT_PARTITION__";

// Column and value of a directory's name, unescaped; nothing when the name is not of that form.
std::optional<std::pair<std::string, PartitionValue>> parsePartitionDirectory(std::string_view name);

// `column=value` with the characters escaped that Hive escapes. Null and the empty text are both written as null.
std::string partitionDirectory(std::string_view column, const PartitionValue& value);

// The narrowest type that holds all values: int, bigint, decimal, double, date, timestamp or string.
std::shared_ptr<arrow::DataType> inferPartitionType(const std::vector<PartitionValue>& values);

// A value as one of the type; timestamps are of the zone. Error kMalformedData that names the column when it is none.
std::shared_ptr<arrow::Scalar> partitionScalar(std::string_view column, const PartitionValue& value,
                                               const std::shared_ptr<arrow::DataType>& type, const TimeZone& zone);

}  // namespace ferro
