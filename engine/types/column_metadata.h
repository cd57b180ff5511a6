// What is known of a column beside its type, as JSON (Column::as): a field of a schema carries it along, and so do
// Parquet files in Spark's layout. Pure functions; any thread may call them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <arrow/type_fwd.h>

namespace ferro {

std::optional<std::string> columnMetadata(const arrow::Field& field);
std::shared_ptr<arrow::Field> withColumnMetadata(const arrow::Field& field, std::string metadata);

}  // namespace ferro
