// Reads one segment of a file back as batches. Nothing is decoded before the checksum of the whole segment was
// verified, or what is decoded was decrypted: Arrow trusts what it reads. One thread each.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <arrow/io/type_fwd.h>
#include <arrow/ipc/type_fwd.h>
#include <arrow/type_fwd.h>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/shuffle/segment.h"

namespace ferro {

class FileKey;

class SegmentReader final : public BatchSource {
 public:
  // Throws Error: kMalformedData for a segment that is damaged, the system's reason when the file cannot be read.
  SegmentReader(std::string path, const Segment& segment, bool verifyChecksum, std::shared_ptr<arrow::Schema> schema,
                arrow::MemoryPool* pool, std::shared_ptr<const FileKey> key);
  ~SegmentReader() override;

  std::shared_ptr<arrow::RecordBatch> next() override;

 private:
  std::string describe() const;
  [[noreturn]] void throwDamaged(const std::string& what) const;
  void checkFileHolds(int64_t fileBytes) const;
  std::shared_ptr<arrow::io::InputStream> openSealed(std::shared_ptr<arrow::io::RandomAccessFile> file);
  std::shared_ptr<arrow::io::InputStream> openAtOnce(arrow::io::RandomAccessFile& file) const;
  std::shared_ptr<arrow::io::InputStream> openPiecewise(std::shared_ptr<arrow::io::RandomAccessFile> file) const;

  const std::string path_;
  const Segment segment_;
  const bool verifyChecksum_;
  const std::shared_ptr<arrow::Schema> schema_;
  const std::shared_ptr<const FileKey> key_;  // null: not encrypted
  std::unique_ptr<arrow::ipc::IpcReadOptions> format_;
  std::shared_ptr<arrow::io::InputStream> stream_;
  int64_t streamBytes_;
};

}  // namespace ferro
