#include "ferro/engine/io/text_sink.h"

#include "ferro/common/error.h"
#include "ferro/engine/io/compressed_part.h"

namespace ferro {

TextPart::TextPart(TaskContext& context, const OutputTask& output)
    : TextPart(context, std::make_unique<PartFile>(context, output), "\n") {}

TextPart::TextPart(TaskContext& context, std::unique_ptr<PartFile> file, std::string lineEnd)
    : context_(context), lineEnd_(std::move(lineEnd)), file_(std::make_unique<CompressedPart>(std::move(file))) {
  buffer_.reserve(kBufferBytes + kBufferBytes / 8);
}

TextPart::~TextPart() = default;

void TextPart::flush() {
  context_.throwIfCancelled();
  file_->write(buffer_);
  buffer_.clear();
}

int64_t TextPart::bytesWritten() const { return file_->bytesWritten(); }

WrittenPart TextPart::finish() {
  flush();
  return file_->finish(rows_);
}

std::string compressionSuffix(std::string_view compression) {
  if (compression.empty() || compression == "none" || compression == "uncompressed") return "";
  if (compression == "gz" || compression == "gzip") return ".gz";
  if (compression == "zst" || compression == "zstd") return ".zst";
  if (compression == "bz2" || compression == "bzip2") return ".bz2";
  throw Error(ErrorCode::kInvalidArgument,
              "text cannot be compressed with '" + std::string(compression) + "'; use gzip, zstd, bzip2 or none");
}

}  // namespace ferro
