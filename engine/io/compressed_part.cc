#include "ferro/engine/io/compressed_part.h"

#include <utility>

#include <arrow/util/compression.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/compression.h"

namespace ferro {
namespace {

constexpr size_t kOutputBytes = 128 << 10;

const uint8_t* asBytes(const char* text) { return reinterpret_cast<const uint8_t*>(text); }

}  // namespace

CompressedPart::CompressedPart(std::unique_ptr<PartFile> file) : file_(std::move(file)) {
  const auto type = compressionOf(file_->name());
  if (!type) return;
  codec_ = valueOf(arrow::util::Codec::Create(*type), "cannot compress " + file_->path());
  compressor_ = valueOf(codec_->MakeCompressor(), "cannot compress " + file_->path());
  output_.resize(kOutputBytes);
}

CompressedPart::~CompressedPart() = default;

void CompressedPart::write(std::string_view bytes) {
  if (!compressor_) return file_->write(bytes);
  while (!bytes.empty()) {
    const auto result = valueOf(compressor_->Compress(static_cast<int64_t>(bytes.size()), asBytes(bytes.data()),
                                                      static_cast<int64_t>(output_.size()), output_.data()),
                                "cannot compress " + file_->path());
    writeOutput(result.bytes_written);
    if (result.bytes_read == 0 && result.bytes_written == 0) output_.resize(2 * output_.size());
    bytes.remove_prefix(static_cast<size_t>(result.bytes_read));
  }
}

WrittenPart CompressedPart::finish(int64_t rows) {
  for (bool more = compressor_ != nullptr; more;) {
    const auto result = valueOf(compressor_->End(static_cast<int64_t>(output_.size()), output_.data()),
                                "cannot compress " + file_->path());
    writeOutput(result.bytes_written);
    more = result.should_retry;
    if (more && result.bytes_written == 0) output_.resize(2 * output_.size());
  }
  return file_->finish(rows);
}

void CompressedPart::writeOutput(int64_t bytes) {
  file_->write({reinterpret_cast<const char*>(output_.data()), static_cast<size_t>(bytes)});
}

}  // namespace ferro
