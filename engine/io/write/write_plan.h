// What every task of a write must know: travels.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

namespace ferro {

struct WritePlan {
  std::string format;
  std::map<std::string, std::string> options;
  std::string staging;   // where parts are written that are not committed
  std::string outputId;  // in the name of every part
  std::shared_ptr<arrow::Schema> schema;
  std::vector<int> dataColumns;       // positions in the schema of what the files hold
  std::vector<int> partitionColumns;  // and of what becomes directories
  int64_t maxRecordsPerFile = 0;      // 0: no limit
  int64_t targetFileBytes = 0;
};

}  // namespace ferro
