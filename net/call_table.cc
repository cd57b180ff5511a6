#include "ferro/net/call_table.h"

#include <utility>

namespace ferro {

void CallTable::add(asio::io_context& io, uint64_t id, Deadline deadline, Connection::OnReply onReply,
                    std::function<void()> onDeadline) {
  const auto added = waiting_.emplace(id, Waiting{std::move(onReply), asio::steady_timer(io, deadline)}).first;
  added->second.timer.async_wait([onDeadline = std::move(onDeadline)](const error_code& error) {
    if (!error) onDeadline();
  });
}

std::optional<Connection::OnReply> CallTable::takeAnswered(uint64_t id) {
  const auto found = waiting_.find(id);
  if (found == waiting_.end()) {
    if (givenUp_.erase(id) == 1) return std::nullopt;
    throw Error(ErrorCode::kMalformedData, "an answer to the request " + std::to_string(id) + ", which nobody made");
  }
  Connection::OnReply onReply = std::move(found->second.onReply);
  waiting_.erase(found);
  return onReply;
}

std::optional<Connection::OnReply> CallTable::giveUp(uint64_t id) {
  const auto found = waiting_.find(id);
  if (found == waiting_.end()) return std::nullopt;
  Connection::OnReply onReply = std::move(found->second.onReply);
  waiting_.erase(found);
  givenUp_.insert(id);
  return onReply;
}

std::vector<Connection::OnReply> CallTable::takeAll() {
  std::vector<Connection::OnReply> all;
  for (auto& [id, waiting] : std::exchange(waiting_, {})) all.push_back(std::move(waiting.onReply));
  givenUp_.clear();
  return all;
}

}  // namespace ferro
