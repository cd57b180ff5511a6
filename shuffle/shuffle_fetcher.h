// Brings the segments of one reducer from other executors, in the order in which they are wanted. Outputs are asked for
// in that order, in rounds of half a window, grouped by peer, so that what is waited for is always under way and never
// more than a window lies here. Owned by a ShuffleReader; one thread, the task's.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/fetch_inbox.h"
#include "ferro/shuffle/map_output_place.h"
#include "ferro/shuffle/shuffle_messages.h"
#include "ferro/shuffle/shuffle_network.h"
#include "ferro/shuffle/splitmix64.h"

namespace ferro {

struct ShuffleMetrics;

// An output to be fetched, as the driver's table has it.
struct RemoteOutput {
  int mapId = 0;
  int64_t attempt = 0;
  MapOutputPlace place;
  int64_t size = 0;  // about; what arrives is counted as it is
};

// Bytes whose checksum, if they have one, was verified.
struct FetchedBytes {
  std::shared_ptr<arrow::Buffer> bytes;
  bool hasChecksum = false;
  bool isOfFile = false;  // and encrypted if the application's files are
};

class ShuffleFetcher {
 public:
  struct Task {
    int shuffleId = 0;
    int reducer = 0;
    std::function<bool()> isCancelled;  // may be empty
  };

  ShuffleFetcher(const ShuffleNetwork& network, MemoryArbiter& memory, Task task, std::vector<RemoteOutput> outputs,
                 ShuffleMetrics& metrics);
  // Tells the peers that nobody waits any more.
  ~ShuffleFetcher();
  ShuffleFetcher(const ShuffleFetcher&) = delete;
  ShuffleFetcher& operator=(const ShuffleFetcher&) = delete;

  // Blocks for the next output. Throws FetchFailed, kCancelled, or what makes no sense to try again.
  FetchedBytes take();
  // What take() gave last is consumed.
  void release();
  // What take() gave last cannot be decoded: has its owner drop it and throws FetchFailed.
  [[noreturn]] void failDamaged(const std::string& cause);

  int64_t bytesInFlight() const { return bytesInFlight_; }
  int64_t peakBytesInFlight() const { return peakBytesInFlight_; }

 private:
  using TimePoint = std::chrono::steady_clock::time_point;

  // Its bytes lie in one buffer, which goes when the last of its outputs is consumed.
  struct Request {
    MapOutputPlace place;
    std::vector<size_t> outputs;
    int64_t bytes = 0;  // as asked for, then as arrived
    size_t unreleased = 0;
    int tries = 0;
    TimePoint due{};  // of the next try
  };

  struct State {
    std::shared_ptr<Request> request;
    std::shared_ptr<arrow::Buffer> bytes;  // null until it arrived
    SegmentAnswer answer;
    bool askedAgain = false;
  };

  void release(State& state);
  void askMore();
  size_t endOfRound();
  bool mayAsk(int64_t asked, int64_t more);
  void sendRound(size_t end);
  void startRequest(const MapOutputPlace& place, std::vector<size_t> outputs);
  void send(const std::shared_ptr<Request>& request);
  void sendDue();
  void waitForArrival();
  void failIfLost() const;
  void absorbArrivals();
  void absorbAnswer(Request& request, Message message);
  void absorbFailure(const std::shared_ptr<Request>& request, const Error& error);
  void count(int64_t bytes);
  bool matchesChecksum(const State& state) const;
  void tellDamaged(const RemoteOutput& output);
  [[noreturn]] void fail(const RemoteOutput& output, const std::string& cause, bool unreachable) const;

  const ShuffleNetwork network_;
  const Task task_;
  const std::vector<RemoteOutput> outputs_;
  ShuffleMetrics& metrics_;
  const int64_t unclaimedBytes_;  // what may be in flight without a claim
  MemoryConsumer claim_;
  SplitMix64 random_;
  const std::shared_ptr<FetchInbox> inbox_;

  std::vector<State> states_;
  size_t nextToAsk_ = 0;
  size_t taken_ = 0;  // outputs that take() gave
  uint64_t nextRequest_ = 0;
  std::map<uint64_t, std::shared_ptr<Request>> underWay_;
  std::vector<std::shared_ptr<Request>> toTryAgain_;
  int64_t bytesInFlight_ = 0;  // asked for and not released
  int64_t peakBytesInFlight_ = 0;
};

}  // namespace ferro
