#include "ferro/engine/io/text_sink.h"

#include <vector>

#include <arrow/util/compression.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/compression.h"
#include "ferro/engine/io/part_file.h"

namespace ferro {

// The part file behind its compressor, where it has one.
class TextPart::Compressed {
 public:
  Compressed(TaskContext& context, const OutputTask& output) : file_(context, output) {
    const auto type = compressionOf(file_.path());
    if (!type) return;
    codec_ = valueOf(arrow::util::Codec::Create(*type), "cannot compress " + file_.path());
    compressor_ = valueOf(codec_->MakeCompressor(), "cannot compress " + file_.path());
    output_.resize(kOutputBytes);
  }

  void write(std::string_view bytes) {
    if (!compressor_) return file_.write(bytes);
    while (!bytes.empty()) {
      const auto result = valueOf(compressor_->Compress(static_cast<int64_t>(bytes.size()), asBytes(bytes.data()),
                                                        static_cast<int64_t>(output_.size()), output_.data()),
                                  "cannot compress " + file_.path());
      writeOutput(result.bytes_written);
      if (result.bytes_read == 0 && result.bytes_written == 0) output_.resize(2 * output_.size());
      bytes.remove_prefix(static_cast<size_t>(result.bytes_read));
    }
  }

  WrittenPart finish(int64_t rows) {
    for (bool more = compressor_ != nullptr; more;) {
      const auto result = valueOf(compressor_->End(static_cast<int64_t>(output_.size()), output_.data()),
                                  "cannot compress " + file_.path());
      writeOutput(result.bytes_written);
      more = result.should_retry;
      if (more && result.bytes_written == 0) output_.resize(2 * output_.size());
    }
    return file_.finish(rows);
  }

 private:
  static constexpr size_t kOutputBytes = 128 << 10;

  static const uint8_t* asBytes(const char* text) { return reinterpret_cast<const uint8_t*>(text); }
  void writeOutput(int64_t bytes) {
    file_.write({reinterpret_cast<const char*>(output_.data()), static_cast<size_t>(bytes)});
  }

  PartFile file_;
  std::unique_ptr<arrow::util::Codec> codec_;
  std::shared_ptr<arrow::util::Compressor> compressor_;
  std::vector<uint8_t> output_;
};

TextPart::TextPart(TaskContext& context, const OutputTask& output)
    : context_(context), file_(std::make_unique<Compressed>(context, output)) {
  buffer_.reserve(kBufferBytes + kBufferBytes / 8);
}

TextPart::~TextPart() = default;

void TextPart::flush() {
  context_.throwIfCancelled();
  file_->write(buffer_);
  buffer_.clear();
}

WrittenPart TextPart::finish() {
  flush();
  return file_->finish(rows_);
}

std::string compressionSuffix(std::string_view compression) {
  if (compression.empty() || compression == "none") return "";
  if (compression == "gz" || compression == "gzip") return ".gz";
  if (compression == "zst" || compression == "zstd") return ".zst";
  if (compression == "bz2" || compression == "bzip2") return ".bz2";
  throw Error(ErrorCode::kInvalidArgument,
              "text cannot be compressed with '" + std::string(compression) + "'; use gzip, zstd, bzip2 or none");
}

}  // namespace ferro
