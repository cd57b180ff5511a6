// Rows of the program's types as a table, for createDataFrame. For the driver's threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/common/columns.h"
#include "ferro/common/field_names.h"

namespace ferro::detail {

// With other names for its columns, unless there are none.
std::shared_ptr<arrow::Table> tableOf(std::shared_ptr<arrow::RecordBatch> batch, const std::vector<std::string>& names);
arrow::MemoryPool* driverPool();

// Those of a struct's fields; none of tuples and single values.
template <class T>
std::vector<std::string> namesOfFields() {
  std::vector<std::string> names;
  if constexpr (Aggregate<T>) {
    for (const std::string_view name : fieldNames<T>()) names.emplace_back(name);
  }
  return names;
}

template <class T>
std::shared_ptr<arrow::Table> tableOfRows(const std::vector<T>& rows, const std::vector<std::string>& names) {
  RowWriter<T> writer(driverPool());
  for (const T& row : rows) writer.append(row);
  return tableOf(writer.finish(), names.empty() ? namesOfFields<T>() : names);
}

}  // namespace ferro::detail
