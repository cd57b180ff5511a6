#include "ferro/engine/io/formats/parquet_reader.h"

#include <utility>

#include <arrow/io/interfaces.h>
#include <arrow/type.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/schema.h>
#include <parquet/exception.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>
#include <parquet/schema.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/io/file_system.h"
#include "ferro/engine/io/formats/spark_schema.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

// Of each column that is read.
constexpr int64_t kColumnStreamBytes = 64 << 10;

// Spark's timestamps of 96 bits have a zone, though nothing in the file says so.
std::shared_ptr<arrow::Schema> withZones(const arrow::Schema& schema, const parquet::SchemaDescriptor& columns) {
  arrow::FieldVector fields = schema.fields();
  for (auto& field : fields) {
    if (field->type()->id() != arrow::Type::TIMESTAMP) continue;
    const int column = columns.ColumnIndex(field->name());
    if (column >= 0 && columns.Column(column)->physical_type() == parquet::Type::INT96) {
      field = field->WithType(arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"));
    }
  }
  return arrow::schema(std::move(fields));
}

// Spark stores intervals as plain numbers; to read them as such without a word would be wrong.
[[noreturn]] void throwInterval(const IntervalColumn& column, const std::string& location) {
  const bool isMonths = column.type.find("year") != std::string::npos || column.type.find("month") != std::string::npos;
  throw Error(ErrorCode::kInvalidArgument,
              "[UNSUPPORTED_DATATYPE] column `" + column.name + "` of " + location + " has the type " + column.type +
                  ", which Ferro does not have; give a schema without it, or with " +
                  (isMonths ? "INT for the number of months" : "BIGINT for the number of microseconds"));
}

}  // namespace

std::unique_ptr<parquet::arrow::FileReader> openParquet(const std::string& location, arrow::MemoryPool* pool) {
  auto properties = parquet::default_arrow_reader_properties();
  properties.set_coerce_int96_timestamp_unit(arrow::TimeUnit::MICRO);
  properties.set_use_threads(false);
  properties.set_pre_buffer(false);
  properties.set_batch_size(kBatchRows);
  const ResolvedPath place = resolvePath(location);
  parquet::ReaderProperties bytes(pool);
  if (place.isLocal()) {
    // Page by page, not a column of a whole row group at once; across a network that would be too many requests.
    bytes.enable_buffered_stream();
    bytes.set_buffer_size(kColumnStreamBytes);
  }
  parquet::arrow::FileReaderBuilder builder;
  auto status = builder.Open(openInputFile(place), bytes);
  if (status.ok()) {
    auto reader = builder.memory_pool(pool)->properties(properties)->Build();
    if (reader.ok()) return std::move(reader).ValueUnsafe();
    status = reader.status();
  }
  if (!status.IsInvalid()) check(status, "cannot read Parquet file " + location);
  throw Error(ErrorCode::kMalformedData, "input file " + location + " is not a Parquet file: " + status.message());
}

std::shared_ptr<arrow::Schema> schemaOfParquet(parquet::arrow::FileReader& reader, const std::string& location) {
  const auto metadata = reader.parquet_reader()->metadata();
  if (const auto& pairs = metadata->key_value_metadata()) {
    if (const auto json = pairs->Get(std::string(kSparkSchemaKey)); json.ok()) {
      if (auto schema = schemaOfSparkJson(*json)) return schema;
      if (const auto interval = intervalInSparkJson(*json)) throwInterval(*interval, location);
    }
  }
  std::shared_ptr<arrow::Schema> schema;
  check(reader.GetSchema(&schema), "cannot read the schema of " + location);
  return withZones(*normalizedSchema(*schema), *metadata->schema());
}

std::vector<int> leavesOf(const parquet::arrow::SchemaField& field) {
  if (field.is_leaf()) return {field.column_index};
  std::vector<int> leaves;
  for (const auto& child : field.children) {
    for (const int leaf : leavesOf(child)) leaves.push_back(leaf);
  }
  return leaves;
}

}  // namespace ferro
