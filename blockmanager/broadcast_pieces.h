// A broadcast value on its way: its encoded bytes cut into pieces that travel on their own, each compressed where that
// makes it smaller and with a checksum. Plain values and pure functions; any thread may call them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/broadcast_options.h"

namespace ferro {

struct PieceDescription {
  int64_t bytes = 0;  // as it travels
  bool isCompressed = false;
  uint64_t checksum = 0;  // of what travels: XXH3-64

  bool operator==(const PieceDescription&) const = default;
};

// What a reader must know to put the pieces together again.
struct BroadcastManifest {
  int64_t bytes = 0;       // of the whole
  int64_t pieceBytes = 0;  // of each piece but the last, before compression
  BroadcastCodec codec = BroadcastCodec::kNone;
  std::vector<PieceDescription> pieces;

  // Error kMalformedData when the numbers contradict each other.
  void check() const;
  bool operator==(const BroadcastManifest&) const = default;
};

// Calls `take` for each piece in turn, so that no more than one is in memory besides the whole.
using TakePiece = std::function<void(int64_t piece, std::shared_ptr<arrow::Buffer> bytes)>;
BroadcastManifest cutIntoPieces(std::string_view whole, const BroadcastOptions& options, const TakePiece& take);

// Verifies a piece and writes it to its place in `whole`, which has manifest.bytes. Error kMalformedData when it is
// damaged; then its place holds anything.
void restorePiece(const BroadcastManifest& manifest, int64_t piece, const arrow::Buffer& bytes, uint8_t* whole);

}  // namespace ferro
