#include "ferro/blockmanager/broadcast_pieces.h"

#include <random>
#include <string>
#include <vector>

#include <arrow/buffer.h>

#include "ferro/blockmanager/checksum_output.h"
#include "ferro/common/error.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

struct Cut {
  BroadcastManifest manifest;
  std::vector<std::shared_ptr<arrow::Buffer>> pieces;
};

Cut cut(const std::string& whole, BroadcastOptions options) {
  Cut result;
  result.manifest = cutIntoPieces(whole, options, [&](int64_t piece, std::shared_ptr<arrow::Buffer> bytes) {
    REQUIRE(piece == static_cast<int64_t>(result.pieces.size()));
    result.pieces.push_back(std::move(bytes));
  });
  return result;
}

std::string together(const Cut& parts) {
  parts.manifest.check();
  std::string whole(static_cast<size_t>(parts.manifest.bytes), '?');
  for (size_t i = parts.pieces.size(); i-- > 0;) {
    restorePiece(parts.manifest, static_cast<int64_t>(i), *parts.pieces[i], reinterpret_cast<uint8_t*>(whole.data()));
  }
  return whole;
}

std::string randomText(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string text(size, ' ');
  for (char& byte : text) byte = static_cast<char>(random());
  return text;
}

}  // namespace

TEST_CASE("pieces in any order make the whole again, with every codec and every length") {
  for (const auto codec : {BroadcastCodec::kNone, BroadcastCodec::kLz4, BroadcastCodec::kZstd}) {
    const BroadcastOptions options{BroadcastTopology::kTorrent, codec, 1024};
    for (const size_t size : {size_t{0}, size_t{1}, size_t{1023}, size_t{1024}, size_t{1025}, size_t{100'000}}) {
      const Cut even = cut(std::string(size, 'x'), options);
      CHECK(together(even) == std::string(size, 'x'));
      const std::string random = randomText(size, size);
      CHECK(together(cut(random, options)) == random);
    }
  }
}

TEST_CASE("a piece that compression would not make smaller travels as it is") {
  const BroadcastOptions options{BroadcastTopology::kTorrent, BroadcastCodec::kLz4, 1024};
  const Cut random = cut(randomText(1024, 5), options);
  CHECK_FALSE(random.manifest.pieces[0].isCompressed);
  CHECK(random.pieces[0]->size() == 1024);
  const Cut even = cut(std::string(1024, 'x'), options);
  CHECK(even.manifest.pieces[0].isCompressed);
  CHECK(even.pieces[0]->size() < 100);
}

TEST_CASE("a damaged, swapped or cut piece is noticed") {
  const BroadcastOptions options{BroadcastTopology::kTorrent, BroadcastCodec::kZstd, 1024};
  const Cut parts = cut(randomText(512, 1) + std::string(2000, 'x'), options);
  std::string whole(2512, '?');
  auto* bytes = reinterpret_cast<uint8_t*>(whole.data());
  std::string flipped = parts.pieces[0]->ToString();
  flipped[flipped.size() / 2] ^= 1;
  CHECK_THROWS_AS(restorePiece(parts.manifest, 0, *arrow::Buffer::FromString(flipped), bytes), Error);
  CHECK_THROWS_AS(restorePiece(parts.manifest, 0, *parts.pieces[1], bytes), Error);
  CHECK_THROWS_AS(restorePiece(parts.manifest, 1, *arrow::SliceBuffer(parts.pieces[1], 0, 5), bytes), Error);
}

TEST_CASE("a manifest that lies about sizes leads nobody out of the buffer") {
  const BroadcastOptions options{BroadcastTopology::kTorrent, BroadcastCodec::kLz4, 1024};
  Cut parts = cut(std::string(4096, 'x'), options);
  parts.manifest.bytes = 2000;
  CHECK_THROWS_AS(parts.manifest.check(), Error);
  parts.manifest.pieces.resize(2);
  parts.manifest.check();
  std::string whole(2000, '?');
  CHECK_THROWS_AS(restorePiece(parts.manifest, 1, *parts.pieces[1], reinterpret_cast<uint8_t*>(whole.data())), Error);
  parts.manifest.pieceBytes = 0;
  CHECK_THROWS_AS(parts.manifest.check(), Error);
}
