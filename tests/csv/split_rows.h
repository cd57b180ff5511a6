// Reads splits of CSV files in a task of its own, without a session: for tests that try very many of them.
#pragma once

#include <string>
#include <vector>

#include "csv_table.h"
#include "ferro/engine/io/csv/csv_splits.h"
#include "io_task.h"

namespace ferro::test {

// All columns of the schema, a DDL text, from the splits one after another.
CsvRows rowsOfSplits(IoTask& task, const CsvPartition& splits, const CsvTexts& options, const std::string& schema);

// The file cut at these places.
inline CsvPartition cutAt(const std::string& path, int64_t bytes, const std::vector<int64_t>& places) {
  CsvPartition splits;
  int64_t offset = 0;
  for (const int64_t place : places) {
    splits.push_back({path, offset, place - offset, false});
    offset = place;
  }
  splits.push_back({path, offset, bytes - offset, false});
  return splits;
}

}  // namespace ferro::test
