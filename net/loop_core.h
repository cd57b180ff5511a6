// What lives on a loop's thread, and Asio's part of the loop. Private to this room. Only post() and io may be used by
// other threads.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "ferro/net/asio.h"
#include "ferro/net/tls.h"

namespace ferro {

// Something with a socket that ends at the latest with its loop.
class LoopMember {
 public:
  virtual ~LoopMember() = default;
  virtual void endNow(const std::string& reason) = 0;
};

class LoopCore : public std::enable_shared_from_this<LoopCore> {
 public:
  asio::io_context io{1};

  // Made when first asked for.
  TlsContext& tls();

  void add(const std::shared_ptr<LoopMember>& member);
  void remove(LoopMember* member) { members_.erase(member); }

  void postAfter(std::chrono::milliseconds delay, std::function<void()> function);
  void endAll(const std::string& reason);
  bool isThisThread() { return io.get_executor().running_in_this_thread(); }
  // Runs the function on the loop's thread and returns when it has run.
  void runAndWait(const std::function<void()>& function);

 private:
  std::unique_ptr<TlsContext> tls_;
  std::unordered_map<LoopMember*, std::weak_ptr<LoopMember>> members_;
  std::unordered_set<std::shared_ptr<asio::steady_timer>> timers_;
  bool ended_ = false;
};

}  // namespace ferro
