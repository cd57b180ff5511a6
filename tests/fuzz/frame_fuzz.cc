// Bytes of a peer, in pieces of any size, through the reader of frames. The first byte says how large the pieces are.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "ferro/net/frame_reader.h"

namespace {

constexpr ferro::FrameLimits kLimits{1 << 16, 1 << 20};

void check(bool holds) {
  if (!holds) std::abort();
}

void takeAll(ferro::FrameReader& reader) {
  while (auto frame = reader.next()) {
    check(frame->message.body.size() == frame->header.bodyBytes);
    check(frame->message.payload.bytes() == static_cast<int64_t>(frame->header.payloadBytes));
    check(frame->header.bodyBytes <= kLimits.bodyBytes && frame->header.payloadBytes <= kLimits.payloadBytes);
    if (frame->header.type == ferro::FrameType::kErrorAnswer) ferro::decodeError(frame->message.body);
  }
}

size_t feed(ferro::FrameReader& reader, std::string_view bytes) {
  size_t fed = 0;
  for (const auto& space : reader.space()) {
    const size_t part = std::min(space.size, bytes.size() - fed);
    if (part > 0) std::memcpy(space.data, bytes.data() + fed, part);
    fed += part;
  }
  reader.filled(fed);
  return fed;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const size_t step = size_t{data[0]} + 1;
  std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  ferro::FrameReader reader(kLimits);
  try {
    while (!bytes.empty()) {
      bytes.remove_prefix(feed(reader, bytes.substr(0, step)));
      takeAll(reader);
    }
  } catch (const ferro::Error& error) {
    check(error.code() == ferro::ErrorCode::kMalformedData);
  }
  return 0;
}
