#include "ferro/shuffle/fetch_inbox.h"

#include "ferro/net/connection_pool.h"

namespace ferro {

void FetchInbox::ask(ConnectionPool& peers, const HostPort& peer, uint64_t request, Message message,
                     std::chrono::milliseconds deadline) {
  // Shared, because a std::function must be copyable and the message need not be copied.
  auto shared = std::make_shared<Message>(std::move(message));
  peers.get(peer, [inbox = shared_from_this(), request, shared = std::move(shared), deadline](
                      ConnectionPtr connection, std::optional<Error> error) {
    inbox->onConnected(request, std::move(*shared), deadline, std::move(connection), std::move(error));
  });
}

void FetchInbox::onConnected(uint64_t request, Message message, std::chrono::milliseconds deadline,
                             ConnectionPtr connection, std::optional<Error> error) {
  if (error) {
    onReply(request, {{}, std::move(error)});
    return;
  }
  std::lock_guard lock(mutex_);
  if (closed_) return;
  // The answer comes on this very thread, so it cannot come before the call is noted.
  const auto call = connection->call(std::move(message), deadline, [inbox = shared_from_this(), request](Reply reply) {
    inbox->onReply(request, std::move(reply));
  });
  calls_.emplace(request, std::pair(std::move(connection), call));
}

void FetchInbox::onReply(uint64_t request, Reply reply) {
  std::lock_guard lock(mutex_);
  if (closed_) return;
  calls_.erase(request);
  arrivals_.push_back({request, std::move(reply)});
  arrived_.notify_one();
}

std::vector<FetchInbox::Arrival> FetchInbox::takeAll() {
  std::lock_guard lock(mutex_);
  return std::exchange(arrivals_, {});
}

void FetchInbox::waitUntil(std::chrono::steady_clock::time_point time) {
  std::unique_lock lock(mutex_);
  arrived_.wait_until(lock, time, [this] { return !arrivals_.empty(); });
}

void FetchInbox::close() {
  std::map<uint64_t, std::pair<ConnectionPtr, Connection::CallId>> calls;
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
    calls.swap(calls_);
    arrivals_.clear();
  }
  for (const auto& [request, call] : calls) call.first->cancel(call.second);
}

}  // namespace ferro
