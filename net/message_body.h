// What the body of a message holds: one value. A body that cannot be decoded, or that goes on after its value, is an
// Error kMalformedData.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ferro/common/codec.h"
#include "ferro/common/error.h"
#include "ferro/net/message.h"

namespace ferro {

template <class T>
std::string encodeBody(const T& value) {
  Encoder encoder;
  encoder.write(value);
  return encoder.take();
}

template <class T>
T decodeBody(std::string_view body) {
  Decoder decoder(body);
  T value = decoder.read<T>();
  if (!decoder.atEnd()) throw Error(ErrorCode::kMalformedData, "a message is longer than what it should hold");
  return value;
}

template <class T>
Message makeMessage(uint16_t kind, const T& value) {
  return {kind, encodeBody(value), {}};
}

template <class T>
T readMessage(const Message& message) {
  return decodeBody<T>(message.body);
}

}  // namespace ferro
