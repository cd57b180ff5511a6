// Writes a file that is a sequence of segments and keeps the checksum of each. One thread each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <arrow/ipc/type_fwd.h>
#include <arrow/type_fwd.h>

#include "ferro/shuffle/checksum.h"
#include "ferro/shuffle/output_file.h"
#include "ferro/shuffle/segment.h"
#include "ferro/shuffle/shuffle_options.h"

namespace ferro {

class SegmentWriter {
 public:
  // Buffers for compression come from `pool`.
  SegmentWriter(std::string path, const ShuffleOptions& options, ShuffleCodec codec, arrow::MemoryPool* pool);
  ~SegmentWriter();

  void append(const arrow::RecordBatch& batch);
  // Bytes of batches that were encoded before. Every message says how it is compressed, so all kinds may stand
  // together.
  void appendEncoded(const void* data, int64_t size);
  // Ends the segment that consists of all that was appended since the last call.
  Segment endSegment();

  OutputFile& file() { return file_; }

 private:
  OutputFile file_;
  std::unique_ptr<arrow::ipc::IpcWriteOptions> format_;
  bool withChecksum_;
  Checksum checksum_;
  int64_t segmentStart_ = 0;
};

}  // namespace ferro
