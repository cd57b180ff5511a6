// Puts the bytes that a peer sends together to messages. It says where the next bytes should go, so that a payload is
// read from the socket straight into its own buffer. Knows no sockets; belongs to one thread.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/net/frame.h"
#include "ferro/net/message.h"

namespace ferro {

struct Frame {
  FrameHeader header;
  Message message;
};

class FrameReader {
 public:
  explicit FrameReader(const FrameLimits& limits);
  ~FrameReader();

  // For messages that have not begun.
  void setMaxBodyBytes(uint64_t bytes) { limits_.bodyBytes = bytes; }

  struct Space {
    char* data = nullptr;
    size_t size = 0;
  };
  // Where to put the next bytes, in this order; some may be empty, not all. Valid until filled(), which says how many
  // came. Ask only after next() had nothing.
  std::array<Space, 3> space();
  void filled(size_t bytes);

  // A whole message, if there is one. Throws Error kMalformedData, after which there is no more to be had.
  std::optional<Frame> next();
  // Whether a message has begun that has not ended.
  bool midFrame() const { return header_.has_value() || begin_ < end_; }

 private:
  bool beginFrame();
  void takeStaged();
  size_t bodyLeft() const;
  size_t payloadLeft() const;
  void growPayload();
  Frame endFrame();

  FrameLimits limits_;
  std::vector<char> staging_;  // what came in one read with the end of another message: begin_ to end_
  size_t begin_ = 0;
  size_t end_ = 0;
  std::optional<FrameHeader> header_;  // of the message that has begun
  std::string body_;
  size_t bodyFilled_ = 0;
  std::shared_ptr<arrow::ResizableBuffer> payload_;  // grows with what arrives: what is claimed reserves nothing
  size_t payloadFilled_ = 0;
};

}  // namespace ferro
