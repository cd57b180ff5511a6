#include "ferro/common/codec.h"

#include "ferro/common/error.h"

namespace ferro {

void Encoder::writeVarint(uint64_t value) {
  while (value >= 0x80) {
    bytes_.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  bytes_.push_back(static_cast<char>(value));
}

void Encoder::writeText(std::string_view text) {
  writeVarint(text.size());
  bytes_.append(text);
}

std::string_view Decoder::readRaw(size_t size) {
  if (size > bytes_.size()) fail("a value that is cut short");
  const std::string_view result = bytes_.substr(0, size);
  bytes_.remove_prefix(size);
  return result;
}

uint64_t Decoder::readVarint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const auto byte = static_cast<uint8_t>(readRaw(1).front());
    if (shift == 63 && byte > 1) break;
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  fail("a length of more than 64 bits");
}

size_t Decoder::readCount(size_t elementBytes) {
  const uint64_t count = readVarint();
  if (count > bytes_.size() / elementBytes) fail("a count of more elements than there are bytes");
  return count;
}

void Decoder::fail(const char* what) {
  throw Error(ErrorCode::kMalformedData, std::string("encoded value is damaged: it holds ") + what);
}

}  // namespace ferro
