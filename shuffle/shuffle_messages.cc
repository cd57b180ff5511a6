#include "ferro/shuffle/shuffle_messages.h"

#include "ferro/common/error.h"
#include "ferro/net/message_body.h"

namespace ferro {
namespace {

[[noreturn]] void throwDamagedMessage(const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "a shuffle message is damaged: " + what);
}

void checkMaps(const std::vector<WantedOutput>& outputs) {
  for (const WantedOutput& output : outputs) {
    if (output.mapId < 0) throwDamagedMessage("the number of a map is negative");
  }
}

}  // namespace

std::string encodeFetchRequest(const FetchRequest& request) { return encodeBody(request); }

FetchRequest decodeFetchRequest(std::string_view bytes) {
  auto request = decodeBody<FetchRequest>(bytes);
  if (request.shuffleId < 0 || request.reducer < 0) throwDamagedMessage("a number is negative");
  checkMaps(request.outputs);
  return request;
}

std::string encodeFetchAnswer(const FetchAnswer& answer) { return encodeBody(answer); }

FetchAnswer decodeFetchAnswer(std::string_view bytes, size_t numOutputs, int64_t payloadBytes) {
  auto answer = decodeBody<FetchAnswer>(bytes);
  if (answer.segments.size() != numOutputs) throwDamagedMessage("it answers another number of outputs");
  for (const SegmentAnswer& segment : answer.segments) {
    if (segment.length < 0 || segment.length > payloadBytes) throwDamagedMessage("a segment is longer than what came");
    payloadBytes -= segment.length;
  }
  if (payloadBytes != 0) throwDamagedMessage("more came than it speaks of");
  return answer;
}

std::string encodeCheckRequest(const CheckRequest& request) { return encodeBody(request); }

CheckRequest decodeCheckRequest(std::string_view bytes) {
  auto request = decodeBody<CheckRequest>(bytes);
  if (request.shuffleId < 0) throwDamagedMessage("a number is negative");
  checkMaps(request.outputs);
  return request;
}

std::string encodeCheckAnswer(const std::vector<WantedOutput>& lost) { return encodeBody(lost); }

std::vector<WantedOutput> decodeCheckAnswer(std::string_view bytes) {
  auto lost = decodeBody<std::vector<WantedOutput>>(bytes);
  checkMaps(lost);
  return lost;
}

std::string encodeOutputName(const OutputName& output) { return encodeBody(output); }

OutputName decodeOutputName(std::string_view bytes) {
  auto output = decodeBody<OutputName>(bytes);
  if (output.shuffleId < 0 || output.mapId < 0) throwDamagedMessage("a number is negative");
  return output;
}

}  // namespace ferro
