#include "ferro/net/connection_pool.h"

#include <future>
#include <utility>

#include "ferro/common/own_error.h"

namespace ferro {

struct ConnectionPool::State : public std::enable_shared_from_this<ConnectionPool::State> {
  State(NetLoop& netLoop, NetOptions netOptions, std::chrono::milliseconds deadline)
      : loop(netLoop), options(std::move(netOptions)), connectDeadline(deadline) {}

  struct Entry {
    ConnectionPtr connection;  // null while it is being made
    std::vector<NetLoop::OnConnected> waiting;
  };

  void get(const HostPort& peer, NetLoop::OnConnected onConnected);
  void onConnected(const HostPort& peer, const ConnectionPtr& connection, const std::optional<Error>& error);

  NetLoop& loop;
  const NetOptions options;
  const std::chrono::milliseconds connectDeadline;
  std::mutex mutex;
  std::map<HostPort, Entry> entries;
};

void ConnectionPool::State::get(const HostPort& peer, NetLoop::OnConnected onConnected) {
  std::lock_guard lock(mutex);
  Entry& entry = entries[peer];
  if (entry.connection && entry.connection->isOpen()) {
    loop.post([connection = entry.connection, onConnected = std::move(onConnected)] {
      onConnected(connection, std::nullopt);
    });
    return;
  }
  entry.connection = nullptr;
  entry.waiting.push_back(std::move(onConnected));
  if (entry.waiting.size() > 1) return;
  loop.connectAsync(
      peer, options, nullptr, connectDeadline,
      [self = shared_from_this(), peer](const ConnectionPtr& connection, const std::optional<Error>& error) {
        self->onConnected(peer, connection, error);
      });
}

void ConnectionPool::State::onConnected(const HostPort& peer, const ConnectionPtr& connection,
                                        const std::optional<Error>& error) {
  std::vector<NetLoop::OnConnected> waiting;
  bool wanted = false;
  {
    std::lock_guard lock(mutex);
    const auto found = entries.find(peer);
    wanted = found != entries.end();
    if (wanted) {
      waiting = std::exchange(found->second.waiting, {});
      ConnectionPtr& kept = found->second.connection;
      // A peer that was dropped and asked for again meanwhile has two on the way: one is enough.
      if (kept && connection) wanted = false;
      else kept = connection;
      if (!kept) entries.erase(found);
    }
  }
  if (!wanted && connection) connection->close("nobody wants it any more");
  for (const NetLoop::OnConnected& hear : waiting) hear(connection, ownCopy(error));
}

ConnectionPool::ConnectionPool(NetLoop& loop, NetOptions options, std::chrono::milliseconds connectDeadline)
    : state_(std::make_shared<State>(loop, std::move(options), connectDeadline)) {}

ConnectionPool::~ConnectionPool() {
  std::vector<HostPort> peers;
  {
    std::lock_guard lock(state_->mutex);
    for (const auto& [peer, entry] : state_->entries) peers.push_back(peer);
  }
  for (const HostPort& peer : peers) drop(peer);
}

void ConnectionPool::get(const HostPort& peer, NetLoop::OnConnected onConnected) {
  state_->get(peer, std::move(onConnected));
}

void ConnectionPool::call(const HostPort& peer, Message request, std::chrono::milliseconds deadline,
                          Connection::OnReply onReply) {
  const auto until = std::chrono::steady_clock::now() + deadline;
  get(peer, [until, request = std::move(request), onReply = std::move(onReply)](const ConnectionPtr& connection,
                                                                                const std::optional<Error>& error) {
    if (error) return onReply(Reply{{}, ownCopy(error)});
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    connection->call(request, left, onReply);
  });
}

Message ConnectionPool::callAndWait(const HostPort& peer, Message request, std::chrono::milliseconds deadline) {
  const auto answered = std::make_shared<std::promise<Reply>>();
  std::future<Reply> answer = answered->get_future();
  call(peer, std::move(request), deadline, [answered](Reply reply) { answered->set_value(std::move(reply)); });
  return answer.get().take();
}

void ConnectionPool::drop(const HostPort& peer) {
  State::Entry dropped;
  {
    std::lock_guard lock(state_->mutex);
    const auto found = state_->entries.find(peer);
    if (found == state_->entries.end()) return;
    dropped = std::move(found->second);
    state_->entries.erase(found);
  }
  if (dropped.connection) dropped.connection->close("the peer is gone");
  if (dropped.waiting.empty()) return;
  state_->loop.post([peer, waiting = std::move(dropped.waiting)] {
    const Error error(ErrorCode::kNetwork, "cannot connect to " + peer.text() + ": the peer is gone");
    for (const NetLoop::OnConnected& hear : waiting) hear(nullptr, ownCopy(error));
  });
}

size_t ConnectionPool::size() const {
  std::lock_guard lock(state_->mutex);
  size_t open = 0;
  for (const auto& [peer, entry] : state_->entries) open += entry.connection && entry.connection->isOpen() ? 1 : 0;
  return open;
}

}  // namespace ferro
