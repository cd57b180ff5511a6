#include "ferro/net/loop_core.h"

#include <exception>
#include <future>
#include <utility>
#include <vector>

namespace ferro {

TlsContext& LoopCore::tls() {
  if (!tls_) tls_ = std::make_unique<TlsContext>();
  return *tls_;
}

void LoopCore::add(const std::shared_ptr<LoopMember>& member) {
  members_.emplace(member.get(), member);
  if (ended_) member->endNow("the process ends its network");
}

void LoopCore::postAfter(std::chrono::milliseconds delay, std::function<void()> function) {
  asio::post(io, [this, delay, function = std::move(function)]() mutable {
    if (ended_) return;
    const auto timer = std::make_shared<asio::steady_timer>(io, delay);
    timers_.insert(timer);
    timer->async_wait([this, timer, function = std::move(function)](const error_code& error) {
      timers_.erase(timer);
      if (!error && !ended_) function();
    });
  });
}

void LoopCore::endAll(const std::string& reason) {
  ended_ = true;
  for (const auto& timer : timers_) timer->cancel();
  std::vector<std::shared_ptr<LoopMember>> alive;
  for (const auto& [address, member] : members_) {
    if (auto held = member.lock()) alive.push_back(std::move(held));
  }
  for (const auto& member : alive) member->endNow(reason);
}

void LoopCore::runAndWait(const std::function<void()>& function) {
  if (isThisThread()) return function();
  std::promise<void> done;
  asio::post(io, [&] {
    try {
      function();
      done.set_value();
    } catch (...) {
      done.set_exception(std::current_exception());
    }
  });
  done.get_future().get();
}

}  // namespace ferro
