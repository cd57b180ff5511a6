#include "ferro/blockmanager/block_client.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "ferro/blockmanager/block_messages.h"
#include "ferro/blockmanager/block_stream.h"

namespace ferro {

using namespace block_messages;

namespace {

// Shared by who waits and by the callback, which may come when nobody waits any more.
struct Answer {
  std::mutex mutex;
  std::condition_variable came;
  std::optional<Reply> reply;
};

Message replicaMessage(const BlockId& id, const std::shared_ptr<const Block>& block, StorageLevel level) {
  BlockStream stream = encodeBlock(block);
  return {kPutReplica, encodeBody(ReplicaToStore{id, level, stream.checksum}), std::move(stream.payload)};
}

}  // namespace

std::shared_ptr<const Block> BlockClient::get(const HostPort& peer, const BlockId& id, const StillThere& stillThere) {
  Message message = callAndWatch(peer, {kGetBlock, encodeBody(id), {}}, stillThere);
  const auto answer = decodeBody<BlockAnswer>(message.body);
  return answer.found ? decodeBlock(message.payload.buffer(), answer.checksum) : nullptr;
}

bool BlockClient::putReplica(const HostPort& peer, const BlockId& id, const std::shared_ptr<const Block>& block,
                             StorageLevel level, const StillThere& stillThere) {
  return decodeBody<bool>(callAndWatch(peer, replicaMessage(id, block, level), stillThere).body);
}

void BlockClient::putReplicaAsync(const HostPort& peer, const BlockId& id, const std::shared_ptr<const Block>& block,
                                  StorageLevel level, OnStored onStored) {
  pool_.call(peer, replicaMessage(id, block, level), options_.deadline, [onStored = std::move(onStored)](Reply reply) {
    try {
      onStored(decodeBody<bool>(reply.take().body), std::nullopt);
    } catch (const Error& error) {
      onStored(false, error);
    }
  });
}

void BlockClient::remove(const HostPort& peer, const BlockId& id) {
  pool_.get(peer, [body = encodeBody(id)](const ConnectionPtr& connection, const std::optional<Error>&) {
    if (connection != nullptr) connection->send({kRemoveBlock, body, {}});
  });
}

Message BlockClient::callAndWatch(const HostPort& peer, Message request, const StillThere& stillThere) {
  auto answer = std::make_shared<Answer>();
  pool_.call(peer, std::move(request), options_.deadline, [answer](Reply reply) {
    std::lock_guard lock(answer->mutex);
    answer->reply = std::move(reply);
    answer->came.notify_all();
  });
  std::unique_lock lock(answer->mutex);
  while (!answer->came.wait_for(lock, options_.watchInterval, [&] { return answer->reply.has_value(); })) {
    if (!stillThere) continue;
    lock.unlock();
    if (!stillThere()) throw Error(ErrorCode::kNetwork, "the executor at " + peer.text() + " was lost");
    lock.lock();
  }
  return answer->reply->take();
}

}  // namespace ferro
