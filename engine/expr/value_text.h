// Values as text: what show() prints and what a cast to string gives. Pure functions; any thread. For .cc files: it
// parses Arrow headers.
#pragma once

#include <memory>
#include <string>

#include <arrow/type_fwd.h>

namespace ferro {

// One value as show() prints it: `NULL`, `1.0E10`, `[1, 2]`, `{k -> v}`, bytes as `[01 FF]`. A dictionary is looked
// through.
std::string valueText(const arrow::Array& column, int64_t row);

// The column as a cast to string has it: nulls stay null, bytes are taken as text. From the pool.
std::shared_ptr<arrow::Array> castToText(const arrow::Array& column, arrow::MemoryPool* pool);

}  // namespace ferro
