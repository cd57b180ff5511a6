// Gets an executor the broadcast values that its tasks ask for, each once however many ask, and passes their pieces on
// to other executors. Belongs to an executor and goes after its server; tasks have ended before. Any thread may call
// it, except that get() waits.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

#include "ferro/blockmanager/block_transfer_service.h"
#include "ferro/blockmanager/broadcast_download.h"
#include "ferro/blockmanager/broadcast_store.h"
#include "ferro/blockmanager/memory_arbiter.h"
#include "ferro/blockmanager/work_queue.h"
#include "ferro/net/message_router.h"

namespace ferro {

class BroadcastFetcher {
 public:
  BroadcastFetcher(BroadcastPeers peers, BlockTransferService& transfer, BroadcastStore& values,
                   MemoryArbiter& arbiter);
  ~BroadcastFetcher();
  BroadcastFetcher(const BroadcastFetcher&) = delete;
  BroadcastFetcher& operator=(const BroadcastFetcher&) = delete;

  // Before the first message comes.
  void addTo(MessageRouter& router);

  // Makes the value of its bytes, on the calling thread; the bytes last as long as the call.
  using DecodeValue = std::function<std::shared_ptr<const void>(std::string_view bytes)>;
  // The value, read from others if it is not here yet. Error kNotFound when it was unpersisted, kNetwork when the
  // driver cannot be reached.
  std::shared_ptr<const void> get(int64_t broadcast, const DecodeValue& decode);

  // The value was unpersisted: drops it and its pieces, soon and on a thread of the fetcher's, because a value may be
  // long in going. Tasks that read it keep it.
  void remove(int64_t broadcast);

 private:
  struct Reading;
  using ReadingPtr = std::shared_ptr<Reading>;

  std::shared_ptr<const void> waitFor(Reading& reading);
  std::shared_ptr<const void> read(int64_t broadcast, Reading& reading, const DecodeValue& decode);
  void finish(int64_t broadcast, Reading& reading, std::shared_ptr<const void> value);
  void fail(int64_t broadcast, Reading& reading, const Error& error);
  void pieceCame(const PieceOfBroadcast& piece, Reading& reading);
  void answer(const PieceOfBroadcast& wanted, Responder responder);
  void drop(int64_t broadcast);
  void dropPieces(int64_t broadcast, int64_t count);

  const BroadcastPeers peers_;
  BlockTransferService& transfer_;
  BroadcastStore& values_;
  MemoryArbiter& arbiter_;

  std::mutex mutex_;
  std::condition_variable ended_;
  std::map<int64_t, ReadingPtr> readings_;  // under way
  std::map<int64_t, int64_t> numPieces_;    // of values of which pieces may be here

  WorkQueue queue_;
};

}  // namespace ferro
