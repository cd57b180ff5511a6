// How one format's files are read: the part of a scan that knows bytes. Formats are made anew on each executor from
// their name and options. Immutable; any thread may use one.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/engine/expr/expr.h"
#include "ferro/engine/io/formats/file_split.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

// What a scan wants of every file.
struct ReadRequest {
  std::shared_ptr<arrow::Schema> schema;  // of the files, as the source was promised to have it
  std::vector<int> columns;               // wanted positions in it, in the order wanted
  std::vector<ExprPtr> filters;           // bound to it; rows for which one is not true need not come
  std::shared_ptr<arrow::Schema> wanted;  // the wanted columns
  int64_t limit = -1;                     // rows that are enough; a source may give more
};

class FileFormat {
 public:
  virtual ~FileFormat() = default;

  // Batches of the wanted columns, possibly of none: then only their numbers of rows count. The source counts the bytes
  // it reads among the task's input.
  virtual std::unique_ptr<BatchSource> open(TaskContext& context, const FileSplit& split,
                                            const ReadRequest& request) const = 0;
};

std::unique_ptr<const FileFormat> makeFileFormat(const std::string& name,
                                                 const std::map<std::string, std::string>& options);

}  // namespace ferro
