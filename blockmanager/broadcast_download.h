// One executor's reading of one broadcast value: which piece is asked of whom, several at a time, until all are there.
// A holder that dies, has not got the piece or sends it damaged is replaced by another; the driver comes last. Belongs
// to the thread that runs it, which must not be that of the NetLoop.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/block_directory.h"
#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/broadcast_messages.h"
#include "ferro/net/connection_pool.h"

namespace ferro {

// What readers of broadcasts need of their executor.
struct BroadcastPeers {
  BlockManager& blocks;
  BlockDirectory& directory;
  ConnectionPool& pool;
  std::string executorId;  // the own one
  ExecutorPlace driver;
  std::chrono::milliseconds driverDeadline{120'000};
  // There are other holders, so one that is silent is not waited for that long.
  std::chrono::milliseconds peerDeadline{15'000};
};

class BroadcastDownload {
 public:
  using OnPiece = std::function<void(int64_t piece)>;

  // onPiece is called after a piece was verified and stored among the executor's blocks.
  BroadcastDownload(const BroadcastPeers& peers, int64_t broadcast, OnPiece onPiece);
  ~BroadcastDownload();
  BroadcastDownload(const BroadcastDownload&) = delete;
  BroadcastDownload& operator=(const BroadcastDownload&) = delete;

  // Asks the driver what there is to read. Error kNotFound when the value was unpersisted.
  const BroadcastManifest& open();
  // Fills `whole`, which has manifest.bytes. Throws Error.
  void run(uint8_t* whole);

 private:
  struct Inbox;
  struct Arrival;
  struct Piece {
    bool isDone = false;
    bool isAskedFor = false;
    std::set<std::string> tried;  // executors that do not have it
  };
  struct Request {
    int64_t piece;
    ExecutorPlace from;
  };

  BroadcastOpened askDriver() const;
  void takeOwnPieces(uint8_t* whole);
  bool takeOwnPiece(int64_t piece, uint8_t* whole);
  std::optional<Request> nextRequest();
  std::optional<Request> nextOfTorrent();
  std::vector<int64_t> someMissing(size_t most);
  bool mayAsk(const ExecutorPlace& place, const Piece& piece) const;
  void ask(const Request& request);
  void take(Arrival arrival, uint8_t* whole);
  void failed(const Request& request, const Error& error);
  void notFound(const Request& request);

  const BroadcastPeers& peers_;
  const int64_t broadcast_;
  const OnPiece onPiece_;
  const std::shared_ptr<Inbox> inbox_;
  std::minstd_rand random_;
  BroadcastOpened opened_;
  std::vector<Piece> pieces_;
  int64_t missing_ = 0;
  size_t inFlight_ = 0;
  std::set<std::string> lost_;  // executors that did not answer, or not with what they should
  int driverFailures_ = 0;
};

// Error kNotFound: the value that a task asks for is gone.
[[noreturn]] void throwUnpersisted(int64_t broadcast);

}  // namespace ferro
