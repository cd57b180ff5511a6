// Answers the fetch requests of peers. Owned by whoever owns the source; it must outlive the server whose messages it
// handles. Its handlers run on the network's thread.
#pragma once

#include "ferro/net/message_router.h"
#include "ferro/shuffle/segment_source.h"

namespace ferro {

class ShuffleFetchService {
 public:
  explicit ShuffleFetchService(SegmentSource& source) : source_(source) {}

  // Before the first message comes.
  void addTo(MessageRouter& router);

 private:
  Message answer(const Message& request);

  SegmentSource& source_;
};

}  // namespace ferro
