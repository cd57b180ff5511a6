#include "ferro/blockmanager/block_directory_service.h"

#include <utility>
#include <vector>

#include "ferro/blockmanager/local_block_directory.h"

namespace ferro {

using namespace block_messages;

BlockDirectoryService::BlockDirectoryService(BlockLocations& locations, OnUpdate onUpdate)
    : locations_(locations), onUpdate_(std::move(onUpdate)) {}

void BlockDirectoryService::addTo(MessageRouter& router) {
  router.add(kLocateBlocks, [this](const ConnectionPtr&, Message message, Responder responder) {
    const auto ids = decodeBody<std::vector<BlockId>>(message.body);
    responder.reply({message.kind, encodeBody(LocalBlockDirectory(locations_).locate(ids)), {}});
  });
  router.add(kListPeers, [this](const ConnectionPtr&, Message message, Responder responder) {
    responder.reply({message.kind, encodeBody(locations_.executors()), {}});
  });
  router.add(kBlockUpdated, [this](const ConnectionPtr&, Message message, Responder responder) {
    updated(decodeBody<BlockUpdate>(message.body));
    responder.reply({message.kind, {}, {}});
  });
}

void BlockDirectoryService::updated(const BlockUpdate& update) {
  auto place = locations_.executor(update.executorId);
  if (!place || !locations_.update(update.executorId, update.status)) return;
  if (onUpdate_) onUpdate_(*place, update.status);
}

}  // namespace ferro
