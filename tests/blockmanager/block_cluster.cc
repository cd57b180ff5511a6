#include "block_cluster.h"

#include <algorithm>
#include <thread>
#include <utility>
#include <variant>

#include <arrow/buffer.h>

#include "ferro/blockmanager/block_stream.h"
#include "ferro/common/arrow_check.h"

namespace ferro::test {
namespace {

const HostPort kLoopback{"127.0.0.1", 0};

std::shared_ptr<arrow::Buffer> allTogether(const Payload& payload) {
  std::shared_ptr<arrow::Buffer> whole = valueOf(arrow::AllocateBuffer(payload.bytes()), "payload for a test");
  uint8_t* next = whole->mutable_data();
  for (const auto& part : payload.parts()) {
    const auto& buffer = std::get<std::shared_ptr<arrow::Buffer>>(part);
    next = std::copy_n(buffer->data(), buffer->size(), next);
  }
  return whole;
}

Message damaged(uint16_t kind, const std::shared_ptr<const Block>& block) {
  if (block == nullptr) return {kind, encodeBody(BlockAnswer{}), {}};
  const BlockStream stream = encodeBlock(block);
  auto bytes = allTogether(stream.payload);
  bytes->mutable_data()[bytes->size() / 2] ^= 0x10;
  Message message{kind, encodeBody(BlockAnswer{true, stream.checksum}), {}};
  message.payload.add(bytes);
  return message;
}

}  // namespace

NetOptions clusterOptions() {
  NetOptions options;
  options.secret = "a secret of the test's";
  return options;
}

bool becomesTrue(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

DriverNode::DriverNode(BroadcastOptions options, int64_t memory)
    : arbiter(memory, 0.5),
      directory(locations,
                [this](const ExecutorPlace&, const BlockStatus&) {
                  std::lock_guard lock(reportMutex);
                  reported.notify_all();
                }),
      source(blocks, transfer, locations, options) {
  transfer.addTo(router);
  directory.addTo(router);
  source.addTo(router);
  server = std::make_unique<Server>(loop, clusterOptions(), kLoopback, router);
}

DriverNode::~DriverNode() { server->stop(); }

bool DriverNode::hears(const std::function<bool()>& condition) {
  std::unique_lock lock(reportMutex);
  return reported.wait_for(lock, std::chrono::seconds(10), condition);
}

bool DriverNode::hearsOf(const BlockId& id, size_t holders) {
  return hears([&] { return locations.places(id).size() == holders; });
}

ExecutorNode::ExecutorNode(DriverNode& ofDriver, std::string executorId, int64_t memory)
    : driver(ofDriver),
      id(std::move(executorId)),
      arbiter(memory, 0.5),
      loop(id),
      driverConnection(
          loop.connect(driver.server->address(), clusterOptions(), nullptr, std::chrono::milliseconds(5000))),
      directory(driverConnection, id, std::chrono::seconds(10)),
      blocks(arbiter, dirs, &directory),
      client(pool, {.deadline = std::chrono::seconds(10), .watchInterval = std::chrono::milliseconds(50)}),
      replicator(client, directory, {id, kLoopback.host, 0}),
      remote(client, directory, {id, kLoopback.host, 0}, arbiter, dirs),
      fetcher(peers(), transfer, values, arbiter) {
  blocks.setReplicator(&replicator);
  transfer.addTo(router);
  fetcher.addTo(router);
  server = std::make_unique<Server>(loop, clusterOptions(), kLoopback, router);
  driver.locations.addExecutor(place());
}

ExecutorNode::~ExecutorNode() { server.reset(); }

BroadcastPeers ExecutorNode::peers() {
  return {.blocks = blocks,
          .directory = directory,
          .pool = pool,
          .executorId = id,
          .driver = driver.place(),
          .driverDeadline = std::chrono::seconds(20),
          .peerDeadline = std::chrono::seconds(5)};
}

Liar::Liar(DriverNode& driver, std::string executorId, BlockManager& truth) : id(std::move(executorId)) {
  using namespace block_messages;
  router.add(kGetBlock, [this, &truth](const ConnectionPtr&, Message message, Responder responder) {
    ++lies;
    responder.reply(damaged(kGetBlock, truth.get(decodeBody<BlockId>(message.body))));
  });
  router.add(kGetPiece, [this, &truth](const ConnectionPtr&, Message message, Responder responder) {
    ++lies;
    const auto wanted = decodeBody<PieceOfBroadcast>(message.body);
    responder.reply(damaged(kGetPiece, truth.get(BlockId::broadcastPiece(wanted.broadcast, wanted.piece))));
  });
  server = std::make_unique<Server>(loop, clusterOptions(), kLoopback, router);
  driver.locations.addExecutor(place());
}

Liar::~Liar() { server.reset(); }

}  // namespace ferro::test
