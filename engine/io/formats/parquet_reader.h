// Opens Parquet files the same way for schemas and for scans. For .cc files: it parses Parquet's headers. Any thread
// may call these; a reader belongs to one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>

namespace ferro {

// Error kMalformedData that names the file when it is not Parquet.
std::unique_ptr<parquet::arrow::FileReader> openParquet(const std::string& location, arrow::MemoryPool* pool);

// The types that the file's columns have here: Spark's own, where Spark wrote it.
std::shared_ptr<arrow::Schema> schemaOfParquet(parquet::arrow::FileReader& reader, const std::string& location);

// Columns of a file in the order of its fields at the top: for each, the leaves it is made of.
std::vector<int> leavesOf(const parquet::arrow::SchemaField& field);

}  // namespace ferro
