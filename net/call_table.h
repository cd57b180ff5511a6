// The requests of one connection that wait for an answer, each with its own deadline, and those given up whose answer
// is still to come. Private to this room; belongs to the loop's thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_set>

#include "ferro/net/asio.h"
#include "ferro/net/connection.h"

namespace ferro {

class CallTable {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  // onDeadline is called unless the call was taken or given up before.
  void add(asio::io_context& io, uint64_t id, Deadline deadline, Connection::OnReply onReply,
           std::function<void()> onDeadline);
  // Whoever waits for an answer, which has come: nothing if it was given up, an Error if nobody ever asked.
  std::optional<Connection::OnReply> takeAnswered(uint64_t id);
  // Whoever waits, who will not get the answer that is still to come; nothing if nobody does.
  std::optional<Connection::OnReply> giveUp(uint64_t id);
  // All that wait, in the order in which they began.
  std::vector<Connection::OnReply> takeAll();

 private:
  struct Waiting {
    Connection::OnReply onReply;
    asio::steady_timer timer;
  };
  std::map<uint64_t, Waiting> waiting_;
  std::unordered_set<uint64_t> givenUp_;
};

}  // namespace ferro
