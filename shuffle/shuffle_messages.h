// What peers say to each other about map outputs, as values and as bytes. Decoders trust nothing: bad bytes are an
// Error kMalformedData. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/net/message.h"

namespace ferro {

namespace message_kinds {
inline constexpr uint16_t kFetchSegments = kShuffleFirst;          // FetchRequest, answered by a FetchAnswer
inline constexpr uint16_t kDropDamagedOutput = kShuffleFirst + 1;  // OutputName, one way
inline constexpr uint16_t kCheckOutputs = kShuffleFirst + 2;       // CheckRequest, answered by those that are lost
}  // namespace message_kinds

// The output of one attempt of a map task.
struct OutputName {
  std::string executorId;  // who wrote it
  int32_t shuffleId = 0;
  int32_t mapId = 0;
  int64_t attempt = 0;

  bool operator==(const OutputName&) const = default;
};

struct WantedOutput {
  int32_t mapId = 0;
  int64_t attempt = 0;

  bool operator==(const WantedOutput&) const = default;
};

// Asks for the segments that some outputs of one executor have for one reducer.
struct FetchRequest {
  std::string executorId;
  int32_t shuffleId = 0;
  int32_t reducer = 0;
  std::vector<WantedOutput> outputs;

  bool operator==(const FetchRequest&) const = default;
};

// About one output of the request. Its bytes follow those of the outputs before it in the payload.
struct SegmentAnswer {
  int64_t length = 0;
  bool hasChecksum = false;
  uint64_t checksum = 0;   // XXH3 of the bytes
  std::string lostReason;  // not empty: the output is missing or damaged, and nothing was sent of it
  bool isOfFile = false;   // the bytes of a file, encrypted if the application's files are; else as they are in memory

  bool operator==(const SegmentAnswer&) const = default;
};

// In the order of the request.
struct FetchAnswer {
  std::vector<SegmentAnswer> segments;

  bool operator==(const FetchAnswer&) const = default;
};

// Asks an executor which of these outputs are missing or damaged.
struct CheckRequest {
  std::string executorId;
  int32_t shuffleId = 0;
  std::vector<WantedOutput> outputs;

  bool operator==(const CheckRequest&) const = default;
};

std::string encodeFetchRequest(const FetchRequest& request);
FetchRequest decodeFetchRequest(std::string_view bytes);
std::string encodeFetchAnswer(const FetchAnswer& answer);
// Fits a request for so many outputs and a payload of so many bytes.
FetchAnswer decodeFetchAnswer(std::string_view bytes, size_t numOutputs, int64_t payloadBytes);
std::string encodeCheckRequest(const CheckRequest& request);
CheckRequest decodeCheckRequest(std::string_view bytes);
std::string encodeCheckAnswer(const std::vector<WantedOutput>& lost);
std::vector<WantedOutput> decodeCheckAnswer(std::string_view bytes);
std::string encodeOutputName(const OutputName& output);
OutputName decodeOutputName(std::string_view bytes);

}  // namespace ferro
