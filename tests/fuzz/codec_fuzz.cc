// Bytes as values of every kind that travels. What is decoded is encoded and decoded again: both must have as many
// bytes.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "ferro/common/codec.h"
#include "ferro/common/error.h"

namespace ferro::fuzz {

struct Leaf {
  double weight;
  std::string name;
  std::vector<bool> bits;
};

struct Nest {
  uint16_t number;
  std::map<std::string, std::vector<Leaf>> leaves;
  std::optional<std::pair<int64_t, std::string>> label;
  std::vector<std::optional<std::map<int32_t, std::array<float, 2>>>> deep;
};

struct Nothing {};

}  // namespace ferro::fuzz

namespace {

using ferro::fuzz::Nest;
using ferro::fuzz::Nothing;

template <class T>
void decodeAs(std::string_view bytes) {
  try {
    ferro::Decoder decoder(bytes);
    const T value = decoder.read<T>();
    ferro::Encoder encoder;
    encoder.write(value);
    const std::string once = encoder.take();
    ferro::Decoder again(once);
    encoder.write(again.read<T>());
    if (!again.atEnd() || encoder.view().size() != once.size()) std::abort();
  } catch (const ferro::Error& error) {
    if (error.code() != ferro::ErrorCode::kMalformedData) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  decodeAs<Nest>(bytes);
  decodeAs<std::string>(bytes);
  decodeAs<std::vector<std::string>>(bytes);
  decodeAs<std::vector<Nothing>>(bytes);
  decodeAs<std::vector<uint64_t>>(bytes);
  decodeAs<std::unordered_map<int64_t, std::optional<std::string>>>(bytes);
  decodeAs<std::tuple<bool, char, std::optional<bool>, std::vector<std::vector<int8_t>>>>(bytes);
  return 0;
}
