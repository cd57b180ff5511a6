#include "ferro/shuffle/shuffle_fetch_service.h"

#include <exception>
#include <string>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/shuffle/shuffle_messages.h"

namespace ferro {
namespace {

SegmentAnswer serveOne(SegmentSource& source, const OutputName& output, int reducer, Payload& payload) {
  try {
    const SentSegment segment = source.addSegment(output, reducer, payload);
    return {segment.length, segment.hasChecksum, segment.checksum, {}, segment.isOfFile};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kNotFound && error.code() != ErrorCode::kMalformedData) throw;
    return {0, false, 0, error.what(), false};
  }
}

}  // namespace

void ShuffleFetchService::addTo(MessageRouter& router) {
  router.add(message_kinds::kFetchSegments,
             [this](const ConnectionPtr&, Message request, Responder responder) { responder.reply(answer(request)); });
  checks_ = std::make_unique<WorkQueue>("ferro-checks", 1);
  router.add(message_kinds::kCheckOutputs, [this](const ConnectionPtr&, Message message, Responder responder) {
    auto request = decodeCheckRequest(message.body);
    source_.checkServes(request.executorId);
    auto shared = std::make_shared<Responder>(std::move(responder));
    const TimePoint now = std::chrono::steady_clock::now();
    checks_->post([this, request = std::move(request), shared, now] {
      try {
        shared->reply({message_kinds::kCheckOutputs, encodeCheckAnswer(findLost(request, now)), {}});
      } catch (const std::exception& error) {
        shared->fail(Error(ErrorCode::kInternal, std::string("map outputs cannot be checked: ") + error.what()));
      }
    });
  });
  router.add(message_kinds::kDropDamagedOutput, [this](const ConnectionPtr&, Message message, Responder responder) {
    const OutputName output = decodeOutputName(message.body);
    source_.checkServes(output.executorId);
    source_.drop(output);
    responder.reply({});
  });
}

std::vector<WantedOutput> ShuffleFetchService::findLost(const CheckRequest& request, TimePoint asked) {
  if (std::exchange(checkedShuffle_, request.shuffleId) != request.shuffleId) foundWhole_.clear();
  std::vector<WantedOutput> lost;
  for (const WantedOutput& output : request.outputs) {
    TimePoint& whole = foundWhole_[{request.executorId, output.mapId, output.attempt}];
    if (whole >= asked) continue;
    const TimePoint now = std::chrono::steady_clock::now();
    const auto loss = source_.findLoss({request.executorId, request.shuffleId, output.mapId, output.attempt});
    if (loss) {
      lost.push_back(output);
      logWarn("map output " + std::to_string(output.mapId) + " of shuffle " + std::to_string(request.shuffleId) +
              " is lost and will be computed again: " + *loss);
    } else {
      whole = now;
    }
  }
  return lost;
}

Message ShuffleFetchService::answer(const Message& message) {
  const FetchRequest request = decodeFetchRequest(message.body);
  source_.checkServes(request.executorId);
  Message reply;
  FetchAnswer answer;
  answer.segments.reserve(request.outputs.size());
  for (const WantedOutput& wanted : request.outputs) {
    const OutputName output{request.executorId, request.shuffleId, wanted.mapId, wanted.attempt};
    answer.segments.push_back(serveOne(source_, output, request.reducer, reply.payload));
  }
  reply.kind = message.kind;
  reply.body = encodeFetchAnswer(answer);
  return reply;
}

}  // namespace ferro
