// Writes a table to a directory of files, whole or not at all: what DataFrame's write() does. Called by driver threads;
// returns when the data is in place.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/io/output_committer.h"

namespace ferro {

struct WriteRequest {
  std::string format;  // csv, json, parquet, arrow, text or libsvm
  std::string path;    // a local path, or a URI of any of Arrow's file systems
  SaveMode mode = SaveMode::kErrorIfExists;
  std::vector<std::string> partitionBy{};        // columns that become directories
  std::map<std::string, std::string> options{};  // compression, header, sep, dateFormat, ... as the format has them
  int64_t maxRecordsPerFile = 0;                 // 0: as many as fit
  int64_t targetFileBytes = int64_t{128} << 20;  // a file that reaches this is followed by another
  std::optional<int64_t> sizeHint{};             // about how many bytes will be written, where that is known
  std::vector<std::string> readPaths{};          // what the rows are read from: they must not be overwritten
  std::shared_ptr<arrow::Schema> schema{};       // the rows' columns with their metadata; null: there is none
};

// "overwrite", "append", "ignore", "error" or "errorifexists", in any letter case. Error kInvalidArgument for another.
SaveMode parseSaveMode(std::string_view text);

// Error kAlreadyExists when the path exists and the mode forbids it; kInvalidArgument for columns, types and options
// that the format cannot take, and for an overwrite of what is being read; kDiskFull when there is no room. After any
// error the path holds what it held before.
void writeTable(const SessionPtr& session, const BatchNodePtr& rows, const WriteRequest& request);

}  // namespace ferro
