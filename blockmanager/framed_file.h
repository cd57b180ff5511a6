// Record batches in a file that any process may read, each with a checksum that reading verifies: an Arrow IPC stream
// followed by a table of where each batch lies. For what outlives the process that wrote it, such as checkpoints. One
// thread each.
#pragma once

#include <memory>
#include <string>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/batch_source.h"

namespace ferro {

class FramedFileWriter {
 public:
  // Error when the file exists or cannot be made.
  FramedFileWriter(std::string path, const std::shared_ptr<arrow::Schema>& schema);
  ~FramedFileWriter();
  FramedFileWriter(const FramedFileWriter&) = delete;
  FramedFileWriter& operator=(const FramedFileWriter&) = delete;

  void write(const arrow::RecordBatch& batch);
  // Without it the file is not readable.
  void finish();

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

// One batch is in memory at a time, allocated from `pool`. Error kMalformedData, here or when it is read, for a file
// that is damaged.
std::unique_ptr<BatchSource> readFramedFile(const std::string& path, arrow::MemoryPool* pool);

}  // namespace ferro
