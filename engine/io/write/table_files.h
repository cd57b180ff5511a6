// The files that one task of a write makes: one after the other, or with partition columns one for each of their
// values. Only so many are open at a time; rows of further values wait, on disk if they must, until those are done.
// Belongs to one task.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/batch_buffer.h"
#include "ferro/engine/expr/time_zone.h"
#include "ferro/engine/io/write/write_format.h"
#include "ferro/engine/io/write/write_plan.h"

namespace ferro {

class TableFiles {
 public:
  TableFiles(TaskContext& context, const WritePlan& plan);
  ~TableFiles();

  // A batch of the plan's schema.
  void add(const std::shared_ptr<arrow::RecordBatch>& batch);
  // All parts. Without rows, the first partition makes a file all the same, so that the schema is kept.
  std::vector<WrittenPart> finish();

 private:
  struct OpenFile {
    std::unique_ptr<RowFile> file;
    int64_t rows = 0;
  };

  void addToFile(const std::string& directory, std::shared_ptr<arrow::RecordBatch> batch);
  void addByDirectory(const std::shared_ptr<arrow::RecordBatch>& batch);
  void addOrKeep(const std::string& directory, const std::shared_ptr<arrow::RecordBatch>& batch);
  OpenFile open(const std::string& directory);
  void close(OpenFile& file);
  void closeAll();
  std::string directoryOf(const arrow::RecordBatch& batch, int64_t row) const;

  TaskContext& context_;
  const WritePlan& plan_;
  std::unique_ptr<const WriteFormat> format_;
  TimeZonePtr zone_;  // of timestamps in names of directories
  size_t maxOpenFiles_;
  std::shared_ptr<arrow::Schema> dataSchema_;
  std::map<std::string, OpenFile> files_;  // by directory; "" without partition columns
  std::map<std::string, int> numFiles_;    // made so far in each directory
  std::unique_ptr<BatchBuffer> kept_;      // rows of directories that found no open file
  int numParts_ = 0;
  std::vector<WrittenPart> parts_;
};

}  // namespace ferro
