#include "ferro/shuffle/shuffle_messages.h"

#include "ferro/common/codec.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

[[noreturn]] void throwDamaged(const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "a shuffle message is damaged: " + what);
}

template <class T>
std::string encodeValue(const T& value) {
  Encoder encoder;
  encoder.write(value);
  return encoder.take();
}

template <class T>
T decodeValue(std::string_view bytes) {
  Decoder decoder(bytes);
  T value = decoder.read<T>();
  if (!decoder.atEnd()) throwDamaged("it is too long");
  return value;
}

}  // namespace

std::string encodeFetchRequest(const FetchRequest& request) { return encodeValue(request); }

FetchRequest decodeFetchRequest(std::string_view bytes) {
  auto request = decodeValue<FetchRequest>(bytes);
  if (request.shuffleId < 0 || request.reducer < 0) throwDamaged("a number is negative");
  for (const WantedOutput& output : request.outputs) {
    if (output.mapId < 0) throwDamaged("the number of a map is negative");
  }
  return request;
}

std::string encodeFetchAnswer(const FetchAnswer& answer) { return encodeValue(answer); }

FetchAnswer decodeFetchAnswer(std::string_view bytes, size_t numOutputs, int64_t payloadBytes) {
  auto answer = decodeValue<FetchAnswer>(bytes);
  if (answer.segments.size() != numOutputs) throwDamaged("it answers another number of outputs");
  for (const SegmentAnswer& segment : answer.segments) {
    if (segment.length < 0 || segment.length > payloadBytes) throwDamaged("a segment is longer than what came");
    payloadBytes -= segment.length;
  }
  if (payloadBytes != 0) throwDamaged("more came than it speaks of");
  return answer;
}

std::string encodeOutputName(const OutputName& output) { return encodeValue(output); }

OutputName decodeOutputName(std::string_view bytes) {
  auto output = decodeValue<OutputName>(bytes);
  if (output.shuffleId < 0 || output.mapId < 0) throwDamaged("a number is negative");
  return output;
}

}  // namespace ferro
