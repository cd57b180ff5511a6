#include "ferro/net/frame.h"

#include "ferro/common/codec.h"

namespace ferro {
namespace {

constexpr uint16_t kFrameMagic = 0xfe77;
constexpr uint8_t kFrameVersion = 1;
constexpr size_t kMostErrorText = 64 << 10;

[[noreturn]] void malformed(const std::string& what) { throw Error(ErrorCode::kMalformedData, what); }

FrameType checkedType(uint8_t number) {
  if (number < static_cast<uint8_t>(FrameType::kRequest) || number > static_cast<uint8_t>(FrameType::kCancel)) {
    malformed("a frame of the unknown type " + std::to_string(number));
  }
  return static_cast<FrameType>(number);
}

void checkLengths(const FrameHeader& header, const FrameLimits& limits) {
  if (header.bodyBytes > limits.bodyBytes) {
    malformed("a frame whose body claims " + std::to_string(header.bodyBytes) + " bytes, more than the " +
              std::to_string(limits.bodyBytes) + " of ferro.rpc.message.maxSize");
  }
  if (header.payloadBytes > limits.payloadBytes) {
    malformed("a frame whose payload claims " + std::to_string(header.payloadBytes) +
              " bytes, more than the limit of " + std::to_string(limits.payloadBytes));
  }
  if (header.type == FrameType::kCancel && header.bodyBytes + header.payloadBytes > 0) {
    malformed("a cancellation that carries data");
  }
  if (header.type == FrameType::kErrorAnswer && header.payloadBytes > 0) malformed("an error that carries a payload");
}

}  // namespace

std::string encodeFrameHeader(const FrameHeader& header) {
  Encoder encoder;
  encoder.write(kFrameMagic);
  encoder.write(kFrameVersion);
  encoder.write(static_cast<uint8_t>(header.type));
  encoder.write(header.kind);
  encoder.write(uint16_t{0});
  encoder.write(header.id);
  encoder.write(header.bodyBytes);
  encoder.write(header.payloadBytes);
  return encoder.take();
}

FrameHeader decodeFrameHeader(std::string_view bytes, const FrameLimits& limits) {
  Decoder decoder(bytes);
  if (decoder.read<uint16_t>() != kFrameMagic) malformed("bytes that are no frame");
  const uint8_t version = decoder.read<uint8_t>();
  if (version != kFrameVersion) malformed("a frame of the unknown version " + std::to_string(version));
  FrameHeader header;
  header.type = checkedType(decoder.read<uint8_t>());
  header.kind = decoder.read<uint16_t>();
  if (decoder.read<uint16_t>() != 0) malformed("a frame with a reserved bit set");
  header.id = decoder.read<uint64_t>();
  header.bodyBytes = decoder.read<uint64_t>();
  header.payloadBytes = decoder.read<uint64_t>();
  if (header.id == 0) malformed("a frame without an id");
  checkLengths(header, limits);
  return header;
}

std::string encodeError(const Error& error) {
  Encoder encoder;
  encoder.write(static_cast<uint8_t>(error.code()));
  encoder.write(std::string(error.what()).substr(0, kMostErrorText));
  return encoder.take();
}

Error decodeError(std::string_view body) {
  Decoder decoder(body);
  const uint8_t code = decoder.read<uint8_t>();
  if (code > static_cast<uint8_t>(ErrorCode::kInternal))
    malformed("an error of the unknown code " + std::to_string(code));
  std::string text = decoder.read<std::string>();
  if (!decoder.atEnd()) malformed("an error with something behind it");
  return {static_cast<ErrorCode>(code), text};
}

}  // namespace ferro
