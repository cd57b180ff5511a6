#include "ferro/blockmanager/block_transfer_service.h"

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "ferro/blockmanager/block_stream.h"
#include "ferro/common/log.h"

namespace ferro {

using namespace block_messages;

namespace {

constexpr int kThreads = 2;

// A request on its way through a queue of copyable functions; who asked hears of what went wrong.
struct Request {
  Message message;
  Responder responder;
};
using RequestPtr = std::shared_ptr<Request>;

WorkQueue::Work answering(Message message, Responder responder, std::function<void(const RequestPtr&)> answer) {
  auto request = std::make_shared<Request>(Request{std::move(message), std::move(responder)});
  return [request, answer = std::move(answer)] {
    try {
      answer(request);
    } catch (const Error& error) {
      request->responder.fail(error);
    } catch (const std::exception& error) {
      request->responder.fail(
          Error(ErrorCode::kInternal, std::string("a block cannot be handed out: ") + error.what()));
    }
  };
}

}  // namespace

BlockTransferService::BlockTransferService(BlockManager& blocks, BlockClient& client)
    : blocks_(blocks), client_(client), queue_("ferro-blocks", kThreads) {}

void BlockTransferService::addTo(MessageRouter& router) {
  router.add(kGetBlock, [this](const ConnectionPtr&, Message message, Responder responder) {
    answerWith(decodeBody<BlockId>(message.body), message.kind, std::move(responder));
  });
  router.add(kPutReplica, [this](const ConnectionPtr&, Message message, Responder responder) {
    queue_.post(answering(std::move(message), std::move(responder),
                          [this](const RequestPtr& request) { storeReplica(request->message, request->responder); }));
  });
  router.add(kReplicateBlock, [this](const ConnectionPtr&, Message message, Responder responder) {
    queue_.post(answering(std::move(message), std::move(responder), [this](const RequestPtr& request) {
      replicate(decodeBody<ReplicationOrder>(request->message.body),
                [request](bool copied) { request->responder.reply({request->message.kind, encodeBody(copied), {}}); });
    }));
  });
  router.add(kRemoveBlock, [this](const ConnectionPtr&, Message message, Responder responder) {
    queue_.post(answering(std::move(message), std::move(responder), [this](const RequestPtr& request) {
      blocks_.remove(decodeBody<BlockId>(request->message.body));
      request->responder.reply({request->message.kind, {}, {}});
    }));
  });
}

void BlockTransferService::answerWith(const BlockId& id, uint16_t kind, Responder responder) {
  queue_.post(answering({kind, {}, {}}, std::move(responder), [this, id](const RequestPtr& request) {
    auto block = blocks_.get(id);
    BlockStream stream = block == nullptr ? BlockStream() : encodeBlock(block);
    bytesServed_ += stream.payload.bytes();
    request->responder.reply(
        {request->message.kind, encodeBody(BlockAnswer{block != nullptr, stream.checksum}), std::move(stream.payload)});
  }));
}

void BlockTransferService::storeReplica(const Message& message, Responder& responder) {
  const auto replica = decodeBody<ReplicaToStore>(message.body);
  auto block = decodeBlock(message.payload.buffer(), replica.checksum);
  const bool stored = blocks_.putReplica(replica.id, block, replica.level);
  responder.reply({message.kind, encodeBody(stored), {}});
}

// Two executors that copy to each other must not wait for each other's threads, so nothing here waits.
void BlockTransferService::replicate(const ReplicationOrder& order, std::function<void(bool copied)> onDone) {
  auto status = blocks_.status(order.id);
  auto block = blocks_.get(order.id);
  if (!status || block == nullptr) return onDone(false);
  client_.putReplicaAsync(order.target.address(), order.id, block, status->level,
                          [order, onDone = std::move(onDone)](bool stored, const std::optional<Error>& error) {
                            if (error) {
                              logWarn("block " + order.id.name + " could not be copied to executor " +
                                      order.target.executorId + ": " + error->what());
                            }
                            onDone(stored);
                          });
}

}  // namespace ferro
