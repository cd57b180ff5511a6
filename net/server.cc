#include "ferro/net/server.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ferro/common/log.h"
#include "ferro/net/greeting.h"
#include "ferro/net/limited_log.h"
#include "ferro/net/net_loop_impl.h"
#include "ferro/net/peer_connection.h"
#include "ferro/net/sockets.h"

namespace ferro {
namespace {

// With no descriptors left, accepting can only be tried again later.
constexpr std::chrono::milliseconds kPauseWithoutDescriptors{100};
// The loop serves its connections between two lots of new ones.
constexpr int kMostAcceptedAtOnce = 64;

}  // namespace

struct Server::Impl final : public LoopMember, public std::enable_shared_from_this<Server::Impl> {
  Impl(std::shared_ptr<LoopCore> loop, NetOptions netOptions, const HostPort& bind, MessageHandler& messages)
      : core(std::move(loop)),
        options(std::move(netOptions)),
        handler(messages),
        acceptor(listenAt(core->io, bind)),
        address{bind.host, acceptor->local_endpoint().port()},
        pause(core->io) {}

  void endNow(const std::string& reason) override { end(reason); }
  void awaitPeers();
  void acceptPeers();
  void onAcceptFailed(const error_code& error);
  void greet(tcp::socket socket);
  void onGreeted(Greeting& greeting, const HostPort& peer, std::unique_ptr<Stream> stream,
                 const std::optional<Error>& error);
  void end(const std::string& reason);

  const std::shared_ptr<LoopCore> core;
  const NetOptions options;
  MessageHandler& handler;
  SystemClock clock;
  LimitedLog refusals{clock, "refused connections"};
  std::optional<tcp::acceptor> acceptor;  // none once ended
  const HostPort address;
  std::optional<asio::steady_timer> pause;
  bool outOfDescriptors = false;
  bool ended = false;
  std::unordered_map<LoopMember*, std::shared_ptr<LoopMember>> peers;  // greetings and connections
  std::atomic<size_t> numPeers{0};

  void keep(const std::shared_ptr<LoopMember>& peer) {
    peers.emplace(peer.get(), peer);
    numPeers = peers.size();
  }
  void forget(LoopMember* peer) {
    peers.erase(peer);
    numPeers = peers.size();
  }
};

void Server::Impl::awaitPeers() {
  acceptor->async_wait(tcp::acceptor::wait_read, [self = shared_from_this()](const error_code& error) {
    if (self->ended) return;
    if (error) self->onAcceptFailed(error);
    else self->acceptPeers();
  });
}

void Server::Impl::acceptPeers() {
  for (int i = 0; i < kMostAcceptedAtOnce; ++i) {
    error_code error;
    tcp::socket socket = acceptSocket(core->io, *acceptor, error);
    if (error == asio::error::would_block) break;
    if (error == asio::error::connection_aborted || error == asio::error::interrupted) continue;
    if (error) return onAcceptFailed(error);
    outOfDescriptors = false;
    greet(std::move(socket));
    if (ended) return;
  }
  awaitPeers();
}

void Server::Impl::onAcceptFailed(const error_code& error) {
  if (!std::exchange(outOfDescriptors, true)) {
    logWarn("the server at " + address.text() + " cannot accept connections for now: " + error.message());
  }
  pause->expires_after(kPauseWithoutDescriptors);
  pause->async_wait([self = shared_from_this()](const error_code& cancelled) {
    if (!cancelled && !self->ended) self->acceptPeers();
  });
}

void Server::Impl::greet(tcp::socket socket) {
  error_code error;
  const tcp::endpoint endpoint = socket.remote_endpoint(error);
  if (error) return;  // it has left already
  const HostPort peer = toHostPort(endpoint);
  sendWithoutDelay(socket);
  const auto greeting =
      std::make_shared<Greeting>(*core, std::move(socket), options, Handshake::Role::kServer,
                                 [self = shared_from_this(), peer](Greeting& done, std::unique_ptr<Stream> stream,
                                                                   const std::optional<Error>& failure) {
                                   self->onGreeted(done, peer, std::move(stream), failure);
                                 });
  keep(greeting);
  greeting->start(options.handshakeTimeout);
}

void Server::Impl::onGreeted(Greeting& greeting, const HostPort& peer, std::unique_ptr<Stream> stream,
                             const std::optional<Error>& error) {
  const bool heard = greeting.heardAnything();
  forget(&greeting);
  if (ended) return;
  if (error) {
    const std::string line = "refused a connection from " + peer.text() + ": " + error->what();
    return heard ? refusals.warn(line) : logDebug(line);
  }
  const auto connection =
      std::make_shared<PeerConnection>(*core, std::move(stream), options, peer, &handler,
                                       [self = shared_from_this()](PeerConnection* over) { self->forget(over); });
  keep(connection);
  connection->start();
}

void Server::Impl::end(const std::string& reason) {
  if (std::exchange(ended, true)) return;
  const auto self = shared_from_this();
  core->remove(this);
  acceptor.reset();
  pause.reset();
  std::vector<std::shared_ptr<LoopMember>> all;
  for (const auto& [key, peer] : peers) all.push_back(peer);
  for (const auto& peer : all) peer->endNow(reason);
}

Server::Server(NetLoop& loop, const NetOptions& options, const HostPort& bind, MessageHandler& handler) {
  if (options.authenticate && options.secret.empty()) {
    throw Error(ErrorCode::kInvalidConf,
                "cannot listen at " + bind.text() + ": ferro.authenticate is on, but there is no secret");
  }
  impl_ = std::make_shared<Impl>(loop.impl().core, options, bind, handler);
  asio::post(impl_->core->io, [impl = impl_] {
    impl->core->add(impl);
    if (!impl->ended) impl->awaitPeers();
  });
}

Server::~Server() { stop(); }

const HostPort& Server::address() const { return impl_->address; }

size_t Server::numConnections() const { return impl_->numPeers; }

void Server::stop() {
  impl_->core->runAndWait([this] { impl_->end("the server stops"); });
}

}  // namespace ferro
