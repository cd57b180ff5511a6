// A schema as Spark stores it beside data, in JSON: the only place where a Parquet file says that a struct is an ML
// vector, or that a column is a timestamp with a zone. Pure functions; any thread may call them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <arrow/type_fwd.h>

namespace ferro {

// The key under which a Parquet file's footer has it.
inline constexpr std::string_view kSparkSchemaKey = "org.apache.spark.sql.parquet.row.metadata";
// Files without a version are not Spark's own. Those of Spark 3 and later have dates before 1582 in the calendar that
// is used now, unless one of the legacy keys says otherwise.
inline constexpr std::string_view kSparkVersionKey = "org.apache.spark.version";
inline constexpr std::string_view kSparkLegacyDateTimeKey = "org.apache.spark.legacyDateTime";
inline constexpr std::string_view kSparkLegacyInt96Key = "org.apache.spark.legacyINT96";
inline constexpr std::string_view kSparkTimeZoneKey = "org.apache.spark.timeZone";

std::string sparkSchemaJson(const arrow::Schema& schema);

// Null when the text is no such schema, or has a type that has no place here.
std::shared_ptr<arrow::Schema> schemaOfSparkJson(std::string_view json);

// The first column that is an interval, or has one inside; Ferro has no such type.
struct IntervalColumn {
  std::string name;
  std::string type;  // `interval day to second`
};
std::optional<IntervalColumn> intervalInSparkJson(std::string_view json);

}  // namespace ferro
