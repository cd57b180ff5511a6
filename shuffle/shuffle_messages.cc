#include "ferro/shuffle/shuffle_messages.h"

#include "ferro/common/error.h"
#include "ferro/net/message_body.h"

namespace ferro {
namespace {

[[noreturn]] void throwDamaged(const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "a shuffle message is damaged: " + what);
}

}  // namespace

std::string encodeFetchRequest(const FetchRequest& request) { return encodeBody(request); }

FetchRequest decodeFetchRequest(std::string_view bytes) {
  auto request = decodeBody<FetchRequest>(bytes);
  if (request.shuffleId < 0 || request.reducer < 0) throwDamaged("a number is negative");
  for (const WantedOutput& output : request.outputs) {
    if (output.mapId < 0) throwDamaged("the number of a map is negative");
  }
  return request;
}

std::string encodeFetchAnswer(const FetchAnswer& answer) { return encodeBody(answer); }

FetchAnswer decodeFetchAnswer(std::string_view bytes, size_t numOutputs, int64_t payloadBytes) {
  auto answer = decodeBody<FetchAnswer>(bytes);
  if (answer.segments.size() != numOutputs) throwDamaged("it answers another number of outputs");
  for (const SegmentAnswer& segment : answer.segments) {
    if (segment.length < 0 || segment.length > payloadBytes) throwDamaged("a segment is longer than what came");
    payloadBytes -= segment.length;
  }
  if (payloadBytes != 0) throwDamaged("more came than it speaks of");
  return answer;
}

std::string encodeOutputName(const OutputName& output) { return encodeBody(output); }

OutputName decodeOutputName(std::string_view bytes) {
  auto output = decodeBody<OutputName>(bytes);
  if (output.shuffleId < 0 || output.mapId < 0) throwDamaged("a number is negative");
  return output;
}

}  // namespace ferro
