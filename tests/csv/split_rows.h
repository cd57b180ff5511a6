// Reads splits of CSV files in a task of its own, without a session: for tests that try very many of them.
#pragma once

#include <string>
#include <vector>

#include "csv_table.h"
#include "ferro/engine/io/formats/file_split.h"
#include "io_task.h"

namespace ferro::test {

// All columns of the schema, a DDL text, from the splits one after another.
CsvRows rowsOfSplits(IoTask& task, const FileSplits& splits, const CsvTexts& options, const std::string& schema);

// The file cut at these places.
inline FileSplits cutAt(const std::string& path, int64_t bytes, const std::vector<int64_t>& places) {
  FileSplits splits;
  int64_t offset = 0;
  for (const int64_t place : places) {
    splits.push_back({path, offset, place - offset, bytes});
    offset = place;
  }
  splits.push_back({path, offset, bytes - offset, bytes});
  return splits;
}

}  // namespace ferro::test
