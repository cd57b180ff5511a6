#include "ferro/shuffle/shuffle_fetch_service.h"

#include "ferro/common/error.h"
#include "ferro/shuffle/shuffle_messages.h"

namespace ferro {
namespace {

SegmentAnswer serveOne(SegmentSource& source, const OutputName& output, int reducer, Payload& payload) {
  try {
    const SentSegment segment = source.addSegment(output, reducer, payload);
    return {segment.length, segment.hasChecksum, segment.checksum, {}};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kNotFound && error.code() != ErrorCode::kMalformedData) throw;
    return {0, false, 0, error.what()};
  }
}

}  // namespace

void ShuffleFetchService::addTo(MessageRouter& router) {
  router.add(message_kinds::kFetchSegments,
             [this](const ConnectionPtr&, Message request, Responder responder) { responder.reply(answer(request)); });
  router.add(message_kinds::kDropDamagedOutput, [this](const ConnectionPtr&, Message message, Responder responder) {
    const OutputName output = decodeOutputName(message.body);
    source_.checkServes(output.executorId);
    source_.drop(output);
    responder.reply({});
  });
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
