// Decodes the segment of a map output that came from a peer, after decrypting it where it came from an encrypted file.
// Its checksum, if there is one, was verified before. One thread each.
#pragma once

#include <memory>
#include <string>

#include <arrow/io/type_fwd.h>
#include <arrow/ipc/type_fwd.h>
#include <arrow/type_fwd.h>

#include "ferro/blockmanager/batch_source.h"

namespace ferro {

class FileKey;

class FetchedSegment final : public BatchSource {
 public:
  // `validate` checks every batch: for bytes that have no checksum. `key` is null for what is not encrypted. `name` is
  // for errors.
  FetchedSegment(std::shared_ptr<arrow::Buffer> bytes, bool validate, std::shared_ptr<arrow::Schema> schema,
                 arrow::MemoryPool* pool, const std::shared_ptr<const FileKey>& key, std::string name);
  ~FetchedSegment() override;

  std::shared_ptr<arrow::RecordBatch> next() override;

 private:
  const bool validate_;
  const std::shared_ptr<arrow::Schema> schema_;
  const std::string name_;
  const std::unique_ptr<arrow::ipc::IpcReadOptions> format_;
  std::shared_ptr<arrow::io::InputStream> stream_;
  int64_t length_;
};

}  // namespace ferro
