#include "ferro/blockmanager/broadcast_download.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include <arrow/buffer.h>

#include "ferro/blockmanager/block_messages.h"
#include "ferro/blockmanager/block_stream.h"
#include "ferro/blockmanager/byte_block.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"

namespace ferro {

using namespace block_messages;

namespace {

// Enough to keep a connection busy while a piece is verified. A torrent has fewer, because what everybody asks of the
// driver at the start cannot be had from each other.
constexpr size_t kPiecesInFlight = 4;
constexpr size_t kPiecesInFlightOfTorrent = 2;
constexpr size_t kPiecesToLocate = 64;
constexpr int kMostDriverFailures = 3;

}  // namespace

struct BroadcastDownload::Arrival {
  Request request;
  Reply reply;
};

// Answers on their way from the loop's thread. They may come when the download is over.
struct BroadcastDownload::Inbox {
  std::mutex mutex;
  std::condition_variable came;
  std::deque<Arrival> arrivals;

  void put(Arrival arrival) {
    std::lock_guard lock(mutex);
    arrivals.push_back(std::move(arrival));
    came.notify_one();
  }

  // Each request has a deadline, so something comes.
  Arrival take() {
    std::unique_lock lock(mutex);
    came.wait(lock, [this] { return !arrivals.empty(); });
    Arrival arrival = std::move(arrivals.front());
    arrivals.pop_front();
    return arrival;
  }
};

void throwUnpersisted(int64_t broadcast) {
  throw Error(ErrorCode::kNotFound,
              "broadcast " + std::to_string(broadcast) + " was unpersisted before a task used it");
}

BroadcastDownload::BroadcastDownload(const BroadcastPeers& peers, int64_t broadcast, OnPiece onPiece)
    : peers_(peers),
      broadcast_(broadcast),
      onPiece_(std::move(onPiece)),
      inbox_(std::make_shared<Inbox>()),
      random_(std::random_device{}()) {}

BroadcastDownload::~BroadcastDownload() = default;

const BroadcastManifest& BroadcastDownload::open() {
  opened_ = askDriver();
  pieces_.resize(opened_.manifest.pieces.size());
  return opened_.manifest;
}

BroadcastOpened BroadcastDownload::askDriver() const {
  Message request{kOpenBroadcast, encodeBody(BroadcastReader{broadcast_, peers_.executorId}), {}};
  Message answer = peers_.pool.callAndWait(peers_.driver.address(), std::move(request), peers_.driverDeadline);
  auto opened = decodeBody<BroadcastOpened>(answer.body);
  if (!opened.found) throwUnpersisted(broadcast_);
  opened.manifest.check();
  return opened;
}

void BroadcastDownload::run(uint8_t* whole) {
  missing_ = static_cast<int64_t>(pieces_.size());
  takeOwnPieces(whole);
  const size_t window = opened_.topology == BroadcastTopology::kTorrent ? kPiecesInFlightOfTorrent : kPiecesInFlight;
  while (missing_ > 0) {
    while (inFlight_ < window) {
      auto request = nextRequest();
      if (!request) break;
      ask(*request);
    }
    take(inbox_->take(), whole);
  }
}

// Left by an earlier attempt that failed half way.
void BroadcastDownload::takeOwnPieces(uint8_t* whole) {
  for (size_t i = 0; i < pieces_.size(); ++i) {
    const auto piece = static_cast<int64_t>(i);
    if (!takeOwnPiece(piece, whole)) continue;
    pieces_[i].isDone = true;
    --missing_;
    onPiece_(piece);
  }
}

bool BroadcastDownload::takeOwnPiece(int64_t piece, uint8_t* whole) {
  const BlockId id = BlockId::broadcastPiece(broadcast_, piece);
  auto block = peers_.blocks.get(id);
  if (block == nullptr) return false;
  try {
    restorePiece(opened_.manifest, piece, *bytesOf(block), whole);
    return true;
  } catch (const Error& error) {
    logWarn("block " + id.name + " is read again: " + error.what());
    peers_.blocks.remove(id);
    return false;
  }
}

std::optional<BroadcastDownload::Request> BroadcastDownload::nextRequest() {
  if (opened_.topology == BroadcastTopology::kTorrent) return nextOfTorrent();
  for (size_t i = 0; i < pieces_.size(); ++i) {
    if (pieces_[i].isDone || pieces_[i].isAskedFor) continue;
    const bool fromPredecessor = opened_.topology == BroadcastTopology::kChain && opened_.predecessor &&
                                 mayAsk(*opened_.predecessor, pieces_[i]);
    return Request{static_cast<int64_t>(i), fromPredecessor ? *opened_.predecessor : peers_.driver};
  }
  return std::nullopt;
}

// A random piece that another executor has, else a random one from the driver.
std::optional<BroadcastDownload::Request> BroadcastDownload::nextOfTorrent() {
  const std::vector<int64_t> candidates = someMissing(kPiecesToLocate);
  if (candidates.empty()) return std::nullopt;
  std::vector<BlockId> ids;
  for (int64_t piece : candidates) ids.push_back(BlockId::broadcastPiece(broadcast_, piece));
  std::vector<std::vector<ExecutorPlace>> holders = peers_.directory.locate(ids);
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Piece& piece = pieces_[static_cast<size_t>(candidates[i])];
    std::erase_if(holders[i], [&](const ExecutorPlace& place) { return !mayAsk(place, piece); });
    if (holders[i].empty()) continue;
    return Request{candidates[i], holders[i][random_() % holders[i].size()]};
  }
  return Request{candidates.front(), peers_.driver};
}

std::vector<int64_t> BroadcastDownload::someMissing(size_t most) {
  std::vector<int64_t> missing;
  for (size_t i = 0; i < pieces_.size(); ++i) {
    if (!pieces_[i].isDone && !pieces_[i].isAskedFor) missing.push_back(static_cast<int64_t>(i));
  }
  std::shuffle(missing.begin(), missing.end(), random_);
  if (missing.size() > most) missing.resize(most);
  return missing;
}

bool BroadcastDownload::mayAsk(const ExecutorPlace& place, const Piece& piece) const {
  return place.executorId != peers_.executorId && !lost_.contains(place.executorId) &&
         !piece.tried.contains(place.executorId);
}

void BroadcastDownload::ask(const Request& request) {
  pieces_[static_cast<size_t>(request.piece)].isAskedFor = true;
  ++inFlight_;
  const auto deadline = request.from == peers_.driver ? peers_.driverDeadline : peers_.peerDeadline;
  Message message{kGetPiece, encodeBody(PieceOfBroadcast{broadcast_, request.piece}), {}};
  peers_.pool.call(request.from.address(), std::move(message), deadline,
                   [inbox = inbox_, request](Reply reply) { inbox->put({request, std::move(reply)}); });
}

void BroadcastDownload::take(Arrival arrival, uint8_t* whole) {
  const Request& request = arrival.request;
  Piece& piece = pieces_[static_cast<size_t>(request.piece)];
  piece.isAskedFor = false;
  --inFlight_;
  if (arrival.reply.error) return failed(request, *arrival.reply.error);
  try {
    const auto answer = decodeBody<BlockAnswer>(arrival.reply.message.body);
    if (!answer.found) return notFound(request);
    auto block = decodeBlock(arrival.reply.message.payload.buffer(), answer.checksum);
    restorePiece(opened_.manifest, request.piece, *bytesOf(block), whole);
    // Where there is no room for it, others must get it from somebody else.
    peers_.blocks.put(BlockId::broadcastPiece(broadcast_, request.piece), block, StorageLevel::MEMORY_AND_DISK);
  } catch (const Error& error) {
    return failed(request, error);
  }
  piece.isDone = true;
  --missing_;
  onPiece_(request.piece);
}

void BroadcastDownload::failed(const Request& request, const Error& error) {
  const std::string what = "piece " + std::to_string(request.piece) + " of broadcast " + std::to_string(broadcast_);
  if (request.from == peers_.driver && ++driverFailures_ == kMostDriverFailures) {
    throw Error(error.code(), what + " cannot be had from the driver: " + error.what());
  }
  logWarn(what + " could not be read from " + request.from.executorId + ": " + error.what());
  lost_.insert(request.from.executorId);
}

void BroadcastDownload::notFound(const Request& request) {
  if (request.from == peers_.driver) {
    // Unpersisted meanwhile, which this throws; or lost with a damaged file, of which the driver makes a new one.
    if (askDriver().manifest != opened_.manifest) {
      throw Error(ErrorCode::kMalformedData,
                  "broadcast " + std::to_string(broadcast_) + " was encoded twice and differently by the driver");
    }
    return failed(request, Error(ErrorCode::kNotFound, "it was not there"));
  }
  pieces_[static_cast<size_t>(request.piece)].tried.insert(request.from.executorId);
}

}  // namespace ferro
