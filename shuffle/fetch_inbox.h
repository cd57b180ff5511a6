// Sends the requests of one fetcher and keeps the answers, which come on the network's thread, for the task's thread.
// Shared with the calls that are under way; any thread may call it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "ferro/net/connection.h"

namespace ferro {

class ConnectionPool;

class FetchInbox final : public std::enable_shared_from_this<FetchInbox> {
 public:
  struct Arrival {
    uint64_t request;
    Reply reply;
  };

  // Every request arrives once, answered or failed, unless the inbox is closed before.
  void ask(ConnectionPool& peers, const HostPort& peer, uint64_t request, Message message,
           std::chrono::milliseconds deadline);
  // All that arrived since the last call.
  std::vector<Arrival> takeAll();
  // Returns at that time, or before it if something arrived.
  void waitUntil(std::chrono::steady_clock::time_point time);
  // Cancels what is under way; nothing arrives any more.
  void close();

 private:
  void onConnected(uint64_t request, Message message, std::chrono::milliseconds deadline, ConnectionPtr connection,
                   std::optional<Error> error);
  void onReply(uint64_t request, Reply reply);

  std::mutex mutex_;
  std::condition_variable arrived_;
  bool closed_ = false;
  std::vector<Arrival> arrivals_;
  std::map<uint64_t, std::pair<ConnectionPtr, Connection::CallId>> calls_;
};

}  // namespace ferro
