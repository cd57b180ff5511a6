// Writes a file that is a sequence of segments, each encrypted by itself where there is a key, and keeps the checksum
// of each as it lies in the file. One thread each.
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

class FileKey;
class Sealer;

class SegmentWriter {
 public:
  // Buffers for compression come from `pool`.
  SegmentWriter(std::string path, const ShuffleOptions& options, ShuffleCodec codec, arrow::MemoryPool* pool,
                const std::shared_ptr<const FileKey>& key);
  ~SegmentWriter();

  void append(const arrow::RecordBatch& batch);
  // Bytes of batches that were encoded before. Every message says how it is compressed, so all kinds may stand
  // together.
  void appendEncoded(const void* data, int64_t size);
  // Ends the segment that consists of all that was appended since the last call.
  Segment endSegment();

  OutputFile& file() { return file_; }
  // Bytes that were appended to all segments, before they were encrypted.
  int64_t plainBytes() const { return plainBytes_; }

 private:
  void writeBytes(const void* data, int64_t size);

  OutputFile file_;
  std::unique_ptr<arrow::ipc::IpcWriteOptions> format_;
  bool withChecksum_;
  Checksum checksum_;
  std::unique_ptr<Sealer> sealer_;  // null without a key
  int64_t segmentStart_ = 0;
  int64_t plainBytes_ = 0;
};

}  // namespace ferro
