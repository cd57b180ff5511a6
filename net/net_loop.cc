#include "ferro/net/net_loop.h"

#include <pthread.h>
#include <signal.h>

#include <future>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/net/dialer.h"
#include "ferro/net/net_loop_impl.h"

namespace ferro {
namespace {

// Signals are for the program's own threads; above all, sendfile to a peer that left must not end the process by
// SIGPIPE.
void blockSignals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

void run(asio::io_context& io) {
  for (;;) {
    try {
      io.run();
      return;
    } catch (...) {
      logContained("a function on the network's thread");
    }
  }
}

}  // namespace

NetLoop::NetLoop(const std::string& threadName) : impl_(std::make_unique<Impl>()) {
  impl_->thread = std::thread([core = impl_->core, threadName] {
    constexpr size_t kMostOfAThreadName = 15;
    pthread_setname_np(pthread_self(), threadName.substr(0, kMostOfAThreadName).c_str());
    blockSignals();
    run(core->io);
  });
}

NetLoop::~NetLoop() {
  asio::post(impl_->core->io, [core = impl_->core.get()] { core->endAll("this process ends its network"); });
  impl_->work.reset();
  impl_->thread.join();
}

void NetLoop::connectAsync(const HostPort& peer, const NetOptions& options, MessageHandler* handler,
                           std::chrono::milliseconds deadline, OnConnected onConnected) {
  const auto dialer = std::make_shared<Dialer>(*impl_->core, peer, options, handler, deadline, std::move(onConnected));
  asio::post(impl_->core->io, [dialer] { dialer->start(); });
}

ConnectionPtr NetLoop::connect(const HostPort& peer, const NetOptions& options, MessageHandler* handler,
                               std::chrono::milliseconds deadline) {
  if (impl_->core->isThisThread()) throwInternal("the network's thread waits for a connection that only it can make");
  struct Outcome {
    ConnectionPtr connection;
    std::optional<Error> error;
  };
  std::promise<Outcome> made;
  connectAsync(peer, options, handler, deadline, [&made](ConnectionPtr connection, std::optional<Error> error) {
    made.set_value({std::move(connection), std::move(error)});
  });
  Outcome outcome = made.get_future().get();
  if (outcome.error) throw Error(*outcome.error);
  return outcome.connection;
}

void NetLoop::post(std::function<void()> function) { asio::post(impl_->core->io, std::move(function)); }

void NetLoop::postAfter(std::chrono::milliseconds delay, std::function<void()> function) {
  impl_->core->postAfter(delay, std::move(function));
}

}  // namespace ferro
