#include "ferro/blockmanager/broadcast_fetcher.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <arrow/buffer.h>

#include "ferro/blockmanager/block_messages.h"
#include "ferro/blockmanager/byte_text.h"
#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"

namespace ferro {

using namespace block_messages;

// Guarded by the fetcher's lock.
struct BroadcastFetcher::Reading {
  std::set<int64_t> here;                             // pieces that can be passed on
  std::map<int64_t, std::vector<Responder>> waiting;  // executors behind this one in a chain, by the piece they want
  bool isRemoved = false;
  bool hasEnded = false;
  std::shared_ptr<const void> value;  // with hasEnded: this or what went wrong
  std::optional<ErrorCode> failure;
  std::string whatFailed;
};

namespace {

void answerNotFound(std::map<int64_t, std::vector<Responder>> waiting) {
  for (auto& [piece, responders] : waiting) {
    for (Responder& responder : responders) responder.reply({kGetPiece, encodeBody(BlockAnswer{}), {}});
  }
}

}  // namespace

BroadcastFetcher::BroadcastFetcher(BroadcastPeers peers, BlockTransferService& transfer, BroadcastStore& values,
                                   MemoryArbiter& arbiter)
    : peers_(std::move(peers)), transfer_(transfer), values_(values), arbiter_(arbiter), queue_("ferro-broadcast", 1) {}

BroadcastFetcher::~BroadcastFetcher() = default;

void BroadcastFetcher::addTo(MessageRouter& router) {
  router.add(kGetPiece, [this](const ConnectionPtr&, Message message, Responder responder) {
    answer(decodeBody<PieceOfBroadcast>(message.body), std::move(responder));
  });
}

std::shared_ptr<const void> BroadcastFetcher::get(int64_t broadcast, const DecodeValue& decode) {
  ReadingPtr reading;
  bool isFirst = false;
  {
    std::lock_guard lock(mutex_);
    if (auto value = values_.get(broadcast)) return value;
    auto [place, isNew] = readings_.try_emplace(broadcast);
    if (isNew) place->second = std::make_shared<Reading>();
    reading = place->second;
    isFirst = isNew;
  }
  if (!isFirst) return waitFor(*reading);
  try {
    auto value = read(broadcast, *reading, decode);
    finish(broadcast, *reading, value);
    return value;
  } catch (const Error& error) {
    fail(broadcast, *reading, error);
    throw;
  } catch (...) {
    fail(broadcast, *reading,
         Error(ErrorCode::kUserFunction, "broadcast " + std::to_string(broadcast) + " cannot be decoded"));
    throw;
  }
}

std::shared_ptr<const void> BroadcastFetcher::waitFor(Reading& reading) {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return reading.hasEnded; });
  // An error of one's own, not one that another thread destroys.
  if (reading.failure) throw Error(*reading.failure, reading.whatFailed);
  return reading.value;
}

std::shared_ptr<const void> BroadcastFetcher::read(int64_t broadcast, Reading& reading, const DecodeValue& decode) {
  BroadcastDownload download(peers_, broadcast, [&](int64_t piece) { pieceCame({broadcast, piece}, reading); });
  const BroadcastManifest& manifest = download.open();
  {
    std::lock_guard lock(mutex_);
    numPieces_[broadcast] = static_cast<int64_t>(manifest.pieces.size());
  }
  const std::string what = "broadcast " + std::to_string(broadcast);
  MemoryConsumer claim(arbiter_, what);
  // A task cannot do without, so what does not fit beside the others' memory is read all the same.
  if (!claim.tryGrow(manifest.bytes)) logInfo(what + " takes " + byteText(manifest.bytes) + " beyond the memory limit");
  auto whole = valueOf(arrow::AllocateBuffer(manifest.bytes), "reading " + what);
  download.run(whole->mutable_data());
  return decode({reinterpret_cast<const char*>(whole->data()), static_cast<size_t>(manifest.bytes)});
}

void BroadcastFetcher::finish(int64_t broadcast, Reading& reading, std::shared_ptr<const void> value) {
  std::map<int64_t, std::vector<Responder>> waiting;
  int64_t toDrop = 0;
  {
    std::lock_guard lock(mutex_);
    waiting.swap(reading.waiting);
    reading.value = value;
    reading.hasEnded = true;
    readings_.erase(broadcast);
    if (reading.isRemoved) {
      toDrop = numPieces_.extract(broadcast).mapped();
    } else {
      values_.put(broadcast, std::move(value));
    }
  }
  ended_.notify_all();
  answerNotFound(std::move(waiting));
  dropPieces(broadcast, toDrop);
}

void BroadcastFetcher::fail(int64_t broadcast, Reading& reading, const Error& error) {
  std::map<int64_t, std::vector<Responder>> waiting;
  int64_t toDrop = 0;
  {
    std::lock_guard lock(mutex_);
    reading.failure = error.code();
    reading.whatFailed = error.what();
    reading.hasEnded = true;
    readings_.erase(broadcast);
    waiting.swap(reading.waiting);
    // What is here already is of use when a task asks again, unless the value is gone.
    if (reading.isRemoved || error.code() == ErrorCode::kNotFound) {
      if (auto known = numPieces_.extract(broadcast)) toDrop = known.mapped();
    }
  }
  ended_.notify_all();
  answerNotFound(std::move(waiting));
  dropPieces(broadcast, toDrop);
}

void BroadcastFetcher::pieceCame(const PieceOfBroadcast& piece, Reading& reading) {
  std::map<int64_t, std::vector<Responder>>::node_type waiting;
  {
    std::lock_guard lock(mutex_);
    reading.here.insert(piece.piece);
    waiting = reading.waiting.extract(piece.piece);
  }
  if (!waiting) return;
  const BlockId id = BlockId::broadcastPiece(piece.broadcast, piece.piece);
  for (Responder& responder : waiting.mapped()) transfer_.answerWith(id, kGetPiece, std::move(responder));
}

void BroadcastFetcher::answer(const PieceOfBroadcast& wanted, Responder responder) {
  {
    std::lock_guard lock(mutex_);
    auto reading = readings_.find(wanted.broadcast);
    if (reading != readings_.end() && !reading->second->here.contains(wanted.piece)) {
      reading->second->waiting[wanted.piece].push_back(std::move(responder));
      return;
    }
  }
  transfer_.answerWith(BlockId::broadcastPiece(wanted.broadcast, wanted.piece), kGetPiece, std::move(responder));
}

void BroadcastFetcher::remove(int64_t broadcast) {
  queue_.post([this, broadcast] { drop(broadcast); });
}

void BroadcastFetcher::drop(int64_t broadcast) {
  int64_t toDrop = 0;
  {
    std::lock_guard lock(mutex_);
    if (auto reading = readings_.find(broadcast); reading != readings_.end()) {
      reading->second->isRemoved = true;
      return;
    }
    if (auto known = numPieces_.extract(broadcast)) toDrop = known.mapped();
  }
  values_.remove(broadcast);
  dropPieces(broadcast, toDrop);
}

void BroadcastFetcher::dropPieces(int64_t broadcast, int64_t count) {
  for (int64_t piece = 0; piece < count; ++piece) {
    peers_.blocks.remove(BlockId::broadcastPiece(broadcast, piece));
  }
}

}  // namespace ferro
