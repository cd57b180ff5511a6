// A part file behind the compressor that its name asks for (.gz, .zst, .bz2), if any. Belongs to one task.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <arrow/util/type_fwd.h>

#include "ferro/engine/io/part_file.h"

namespace ferro {

class CompressedPart {
 public:
  explicit CompressedPart(std::unique_ptr<PartFile> file);
  ~CompressedPart();

  void write(std::string_view bytes);
  int64_t bytesWritten() const { return file_->bytesWritten(); }
  WrittenPart finish(int64_t rows);

 private:
  void writeOutput(int64_t bytes);

  std::unique_ptr<PartFile> file_;
  std::unique_ptr<arrow::util::Codec> codec_;
  std::shared_ptr<arrow::util::Compressor> compressor_;
  std::vector<uint8_t> output_;
};

}  // namespace ferro
