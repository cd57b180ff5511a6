// Bytes as the messages of the shuffle. What is accepted is encoded to the same bytes again, and an answer's segments
// add up to the payload.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ferro/common/error.h"
#include "ferro/shuffle/service/service_messages.h"
#include "ferro/shuffle/shuffle_messages.h"

namespace {

template <class Decode>
void tryDecode(const Decode& decode) {
  try {
    decode();
  } catch (const ferro::Error& error) {
    if (error.code() != ferro::ErrorCode::kMalformedData) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  tryDecode([&] {
    const auto request = ferro::decodeFetchRequest(bytes);
    if (ferro::decodeFetchRequest(ferro::encodeFetchRequest(request)) != request) std::abort();
  });
  tryDecode([&] {
    const auto output = ferro::decodeOutputName(bytes);
    if (ferro::decodeOutputName(ferro::encodeOutputName(output)) != output) std::abort();
  });
  for (const size_t outputs : {size_t{0}, size_t{1}, size_t{2}}) {
    tryDecode([&] {
      int64_t left = 1000;
      for (const auto& segment : ferro::decodeFetchAnswer(bytes, outputs, left).segments) left -= segment.length;
      if (left != 0) std::abort();
    });
  }
  tryDecode([&] { ferro::decodeRegisterExecutor(bytes); });
  tryDecode([&] {
    if (ferro::decodeNumber(bytes, 65'535) > 65'535) std::abort();
  });
  return 0;
}
