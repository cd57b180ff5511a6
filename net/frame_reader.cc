#include "ferro/net/frame_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <arrow/buffer.h>

#include "ferro/common/arrow_check.h"

namespace ferro {
namespace {

constexpr size_t kStagingBytes = 64 << 10;
// Behind a payload only the next header is wanted: what more of the next payload lands here must be copied.
constexpr size_t kStagingBehindPayload = 4 << 10;
// A body's memory is touched as its bytes arrive, not as they are promised.
constexpr size_t kBodyStep = 1 << 20;
constexpr size_t kFirstPayloadRoom = 1 << 20;
constexpr size_t kPayloadGrowth = 4;

}  // namespace

FrameReader::FrameReader(const FrameLimits& limits) : limits_(limits), staging_(kStagingBytes) {}

FrameReader::~FrameReader() = default;

size_t FrameReader::bodyLeft() const { return header_ ? header_->bodyBytes - bodyFilled_ : 0; }

size_t FrameReader::payloadLeft() const { return header_ ? header_->payloadBytes - payloadFilled_ : 0; }

std::array<FrameReader::Space, 3> FrameReader::space() {
  if (begin_ > 0) {
    std::memmove(staging_.data(), staging_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (!header_) return {Space{staging_.data() + end_, staging_.size() - end_}, Space{}, Space{}};
  if (bodyLeft() > kBodyStep) {
    body_.resize(bodyFilled_ + kBodyStep);
    return {Space{body_.data() + bodyFilled_, kBodyStep}, Space{}, Space{}};
  }
  body_.resize(header_->bodyBytes);
  const Space body{body_.data() + bodyFilled_, bodyLeft()};
  if (!payload_) return {body, Space{staging_.data(), kStagingBehindPayload}, Space{}};
  const auto room = static_cast<size_t>(payload_->size());
  const Space payload{reinterpret_cast<char*>(payload_->mutable_data()) + payloadFilled_, room - payloadFilled_};
  if (room < header_->payloadBytes) return {body, payload, Space{}};
  return {body, payload, Space{staging_.data(), kStagingBehindPayload}};
}

void FrameReader::filled(size_t bytes) {
  const size_t ofBody = std::min(bytes, bodyLeft());
  bodyFilled_ += ofBody;
  const size_t ofPayload = std::min(bytes - ofBody, payloadLeft());
  payloadFilled_ += ofPayload;
  end_ += bytes - ofBody - ofPayload;
}

std::optional<Frame> FrameReader::next() {
  if (!header_ && !beginFrame()) return std::nullopt;
  takeStaged();
  if (bodyLeft() + payloadLeft() == 0) return endFrame();
  growPayload();
  return std::nullopt;
}

// Several times what has come: few copies for an honest peer, and little for one that only claims.
void FrameReader::growPayload() {
  if (payload_ == nullptr || payloadFilled_ < static_cast<size_t>(payload_->size()) || payloadLeft() == 0) return;
  const uint64_t room = std::min<uint64_t>(header_->payloadBytes, kPayloadGrowth * payloadFilled_);
  check(payload_->Resize(static_cast<int64_t>(room), false), "memory for a payload");
}

bool FrameReader::beginFrame() {
  if (end_ - begin_ < kFrameHeaderBytes) return false;
  const FrameHeader header = decodeFrameHeader({staging_.data() + begin_, kFrameHeaderBytes}, limits_);
  begin_ += kFrameHeaderBytes;
  body_.clear();
  bodyFilled_ = 0;
  payloadFilled_ = 0;
  if (header.payloadBytes > 0) {
    const uint64_t room = std::min<uint64_t>(header.payloadBytes, kFirstPayloadRoom);
    payload_ = valueOf(arrow::AllocateResizableBuffer(static_cast<int64_t>(room)), "memory for a payload");
  }
  header_ = header;
  return true;
}

void FrameReader::takeStaged() {
  const size_t ofBody = std::min(end_ - begin_, bodyLeft());
  body_.resize(bodyFilled_);
  body_.append(staging_.data() + begin_, ofBody);
  begin_ += ofBody;
  bodyFilled_ += ofBody;
  const size_t ofPayload = std::min(end_ - begin_, payloadLeft());
  if (ofPayload > 0) std::memcpy(payload_->mutable_data() + payloadFilled_, staging_.data() + begin_, ofPayload);
  begin_ += ofPayload;
  payloadFilled_ += ofPayload;
}

Frame FrameReader::endFrame() {
  Frame frame{*std::exchange(header_, std::nullopt), {}};
  frame.message.kind = frame.header.kind;
  frame.message.body = std::exchange(body_, std::string());
  frame.message.payload.add(std::exchange(payload_, nullptr));
  return frame;
}

}  // namespace ferro
