#include "ferro/blockmanager/broadcast_pieces.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include <arrow/buffer.h>
#include <arrow/util/compression.h>

#include "ferro/blockmanager/checksum_output.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

// Null for kNone.
std::unique_ptr<arrow::util::Codec> makeCodec(BroadcastCodec codec) {
  if (codec == BroadcastCodec::kNone) return nullptr;
  const auto type = codec == BroadcastCodec::kLz4 ? arrow::Compression::LZ4 : arrow::Compression::ZSTD;
  return valueOf(arrow::util::Codec::Create(type), "making a codec for broadcast pieces");
}

[[noreturn]] void throwMalformed(const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "a broadcast value was received damaged: " + what);
}

int64_t pieceCount(int64_t bytes, int64_t pieceBytes) { return bytes / pieceBytes + (bytes % pieceBytes == 0 ? 0 : 1); }

struct Packed {
  std::shared_ptr<arrow::Buffer> bytes;
  bool isCompressed;
};

Packed pack(const uint8_t* data, int64_t size, arrow::util::Codec* codec) {
  const std::string what = "compressing a broadcast piece";
  if (codec != nullptr) {
    auto packed = valueOf(arrow::AllocateResizableBuffer(codec->MaxCompressedLen(size, data)), what);
    const int64_t length = valueOf(codec->Compress(size, data, packed->size(), packed->mutable_data()), what);
    if (length < size) {
      check(packed->Resize(length), what);
      return {std::shared_ptr<arrow::Buffer>(std::move(packed)), true};
    }
  }
  std::shared_ptr<arrow::Buffer> plain = valueOf(arrow::AllocateBuffer(size), "copying a broadcast piece");
  std::memcpy(plain->mutable_data(), data, static_cast<size_t>(size));
  return {std::move(plain), false};
}

}  // namespace

void BroadcastManifest::check() const {
  if (bytes < 0 || pieceBytes <= 0) throwMalformed("it has a negative size");
  if (codec > BroadcastCodec::kZstd) throwMalformed("its codec is not known");
  if (static_cast<int64_t>(pieces.size()) != pieceCount(bytes, pieceBytes)) {
    throwMalformed("it should have " + std::to_string(pieceCount(bytes, pieceBytes)) + " pieces and has " +
                   std::to_string(pieces.size()));
  }
}

BroadcastManifest cutIntoPieces(std::string_view whole, const BroadcastOptions& options, const TakePiece& take) {
  const auto* data = reinterpret_cast<const uint8_t*>(whole.data());
  const auto codec = makeCodec(options.codec);
  BroadcastManifest manifest{static_cast<int64_t>(whole.size()), options.pieceBytes, options.codec, {}};
  for (int64_t offset = 0; offset < manifest.bytes; offset += manifest.pieceBytes) {
    auto [bytes, isCompressed] =
        pack(data + offset, std::min(manifest.pieceBytes, manifest.bytes - offset), codec.get());
    manifest.pieces.push_back({bytes->size(), isCompressed, checksumOf(bytes->data(), bytes->size())});
    take(offset / manifest.pieceBytes, std::move(bytes));
  }
  return manifest;
}

void restorePiece(const BroadcastManifest& manifest, int64_t piece, const arrow::Buffer& bytes, uint8_t* whole) {
  const PieceDescription& expected = manifest.pieces.at(static_cast<size_t>(piece));
  const std::string name = "piece " + std::to_string(piece);
  if (bytes.size() != expected.bytes || checksumOf(bytes.data(), bytes.size()) != expected.checksum) {
    throwMalformed("the checksum of " + name + " does not match");
  }
  const int64_t offset = piece * manifest.pieceBytes;
  const int64_t size = std::min(manifest.pieceBytes, manifest.bytes - offset);
  if (!expected.isCompressed) {
    if (bytes.size() != size) throwMalformed(name + " has the wrong size");
    std::memcpy(whole + offset, bytes.data(), static_cast<size_t>(size));
    return;
  }
  const auto codec = makeCodec(manifest.codec);
  if (codec == nullptr) throwMalformed(name + " is compressed by no codec");
  const auto length = codec->Decompress(bytes.size(), bytes.data(), size, whole + offset);
  if (!length.ok() || *length != size) throwMalformed(name + " cannot be decompressed");
}

}  // namespace ferro
