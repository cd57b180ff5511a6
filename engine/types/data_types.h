// Spark's data types, which here are Arrow's: their names in schemas, in expressions and in DDL text. Pure functions;
// any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <arrow/type_fwd.h>

namespace ferro {

// As printSchema() says it: `integer`, `long`, `decimal(10,2)`, `array`, `struct`.
std::string typeName(const arrow::DataType& type);
// As expressions, DDL and explain() say it: `int`, `bigint`, `array<int>`, `struct<a:int,b:string>`.
std::string sqlName(const arrow::DataType& type);
// As error messages say it: `"INT"`, `"ARRAY<INT>"`.
std::string quotedSqlName(const arrow::DataType& type);

// The type that a text such as `decimal(10,2)` or `array<struct<a:int>>` names. Error kInvalidArgument with the place.
std::shared_ptr<arrow::DataType> parseType(std::string_view text);
// The schema that a DDL text such as `name STRING NOT NULL, age INT` stands for; a struct type's text does too.
std::shared_ptr<arrow::Schema> parseSchema(std::string_view ddl);

// The tree that printSchema() prints, with `root` and all.
std::string schemaTree(const arrow::Schema& schema);

// Types as Ferro keeps them: unsigned integers become wider signed ones, large and view types plain ones, dates and
// times Spark's (days, microseconds). What has no place in Spark is an Error kInvalidArgument that names the column.
std::shared_ptr<arrow::Schema> normalizedSchema(const arrow::Schema& schema);

// Spark's ML vector: a struct<type: int8, size: int32, indices: list<int32>, values: list<double>> with a name.
std::shared_ptr<arrow::DataType> vectorType();
bool isVector(const arrow::DataType& type);
// Spark's ML matrix: a struct<type: int8, numRows: int32, numCols: int32, colPtrs: list<int32>, rowIndices:
// list<int32>, values: list<double>, isTransposed: boolean> with a name.
std::shared_ptr<arrow::DataType> matrixType();
bool isMatrix(const arrow::DataType& type);

}  // namespace ferro
