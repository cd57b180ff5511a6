// What a driver says about a broadcast value, and one piece of it with the right checksum but any content. The first
// two bytes say how long the former is.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <arrow/buffer.h>

#include "ferro/blockmanager/broadcast_pieces.h"
#include "ferro/blockmanager/checksum_output.h"
#include "ferro/common/codec.h"
#include "ferro/common/error.h"

namespace {

constexpr int64_t kLargestValue = 1 << 20;

void restore(std::string_view described, const std::string& content) {
  ferro::Decoder decoder(described);
  auto manifest = decoder.read<ferro::BroadcastManifest>();
  manifest.check();
  if (manifest.pieces.empty() || manifest.bytes > kLargestValue) return;
  const auto size = static_cast<int64_t>(content.size());
  const auto last = static_cast<int64_t>(manifest.pieces.size()) - 1;
  auto& piece = manifest.pieces.back();
  piece.bytes = size;
  piece.checksum = ferro::checksumOf(content.data(), size);
  const auto whole = std::make_unique<uint8_t[]>(static_cast<size_t>(manifest.bytes));
  ferro::restorePiece(manifest, last, *arrow::Buffer::FromString(content), whole.get());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::string_view described = bytes.substr(0, size_t{data[0]} + 256 * size_t{data[1]});
  try {
    restore(described, std::string(bytes.substr(described.size())));
  } catch (const ferro::Error& error) {
    if (error.code() != ferro::ErrorCode::kMalformedData) std::abort();
  }
  return 0;
}
