// Answers the fetch requests of peers. Owned by whoever owns the source; it must outlive the server whose messages it
// handles. Its handlers run on the network's thread; outputs are checked on a thread of its own.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "ferro/blockmanager/work_queue.h"
#include "ferro/net/message_router.h"
#include "ferro/shuffle/segment_source.h"
#include "ferro/shuffle/shuffle_messages.h"

namespace ferro {

class ShuffleFetchService {
 public:
  explicit ShuffleFetchService(SegmentSource& source) : source_(source) {}

  // Before the first message comes.
  void addTo(MessageRouter& router);

 private:
  using TimePoint = std::chrono::steady_clock::time_point;

  Message answer(const Message& request);
  std::vector<WantedOutput> findLost(const CheckRequest& request, TimePoint asked);

  SegmentSource& source_;
  // When outputs of one shuffle were last found whole, by executor, map and attempt. Of the queue's thread: many
  // readers ask at once, and what was read since a reader asked need not be read for it again.
  int checkedShuffle_ = -1;
  std::map<std::tuple<std::string, int32_t, int64_t>, TimePoint> foundWhole_;
  std::unique_ptr<WorkQueue> checks_;  // null until there is a server
};

}  // namespace ferro
