// Where a fetch service takes segments from: an executor's store, or the files that an executor left to the shuffle
// service. Called on the network's thread.
#pragma once

#include "ferro/net/message.h"
#include "ferro/shuffle/segment_payload.h"
#include "ferro/shuffle/shuffle_messages.h"

namespace ferro {

class SegmentSource {
 public:
  virtual ~SegmentSource() = default;
  // Throws Error kNotFound when no outputs of that executor are here at all.
  virtual void checkServes(const std::string& executorId) = 0;
  // Adds the bytes to the payload. Throws Error kNotFound or kMalformedData when the output is lost; any other Error
  // says nothing about the output, and asking again may help.
  virtual SentSegment addSegment(const OutputName& output, int reducer, Payload& payload) = 0;
  // A reader found it damaged.
  virtual void drop(const OutputName& output) = 0;
};

}  // namespace ferro
