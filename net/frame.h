// What goes over an authenticated connection: a fixed header of 32 bytes, little-endian, then a body and a payload of
// the lengths that it names. Pure functions; a decoder trusts nothing it reads, bad bytes are an Error kMalformedData.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ferro/common/error.h"

namespace ferro {

enum class FrameType : uint8_t {
  kRequest = 1,  // each is answered once, by kAnswer or kErrorAnswer
  kAnswer,
  kErrorAnswer,
  kOneWay,
  kCancel,  // nobody waits for the answer to the request of this id any more
};

struct FrameHeader {
  FrameType type = FrameType::kOneWay;
  uint16_t kind = 0;
  uint64_t id = 0;  // of a request or one-way message: greater than all before it; of the others: the request's
  uint64_t bodyBytes = 0;
  uint64_t payloadBytes = 0;
};

struct FrameLimits {
  uint64_t bodyBytes = 0;
  uint64_t payloadBytes = 0;
};

inline constexpr size_t kFrameHeaderBytes = 32;

std::string encodeFrameHeader(const FrameHeader& header);
// bytes are kFrameHeaderBytes. What it returns keeps the limits, so that whoever allocates may believe it.
FrameHeader decodeFrameHeader(std::string_view bytes, const FrameLimits& limits);

// The body of a kErrorAnswer.
std::string encodeError(const Error& error);
Error decodeError(std::string_view body);

}  // namespace ferro
