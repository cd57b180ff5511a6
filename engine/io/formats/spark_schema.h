// A schema as Spark stores it beside data, in JSON: the only place where a Parquet file says that a struct is an ML
// vector, or that a column is a timestamp with a zone. Pure functions; any thread may call them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <arrow/type_fwd.h>

namespace ferro {

// The key under which a Parquet file's footer has it.
inline constexpr std::string_view kSparkSchemaKey = "org.apache.spark.sql.parquet.row.metadata";
// Files with this key keep dates before 1582 as they are.
inline constexpr std::string_view kSparkVersionKey = "org.apache.spark.version";

std::string sparkSchemaJson(const arrow::Schema& schema);

// Null when the text is no such schema, or has a type that has no place here.
std::shared_ptr<arrow::Schema> schemaOfSparkJson(std::string_view json);

}  // namespace ferro
