// Where a fetch service takes segments from: an executor's store, or the files that an executor left to the shuffle
// service. Called on the network's thread, but for what says otherwise.
#pragma once

#include <optional>
#include <string>

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
  // Why the output is lost, if it is, which reads all of it; a lost one is dropped. Not on the network's thread.
  virtual std::optional<std::string> findLoss(const OutputName& output) = 0;
  // A reader found it damaged.
  virtual void drop(const OutputName& output) = 0;
};

}  // namespace ferro
