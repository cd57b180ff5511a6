#include "ferro/net/dialer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ferro/net/peer_connection.h"
#include "ferro/net/sockets.h"

namespace ferro {

Dialer::Dialer(LoopCore& core, HostPort peer, NetOptions options, MessageHandler* handler,
               std::chrono::milliseconds deadline, NetLoop::OnConnected onConnected)
    : core_(core),
      peer_(std::move(peer)),
      options_(std::move(options)),
      handler_(handler),
      limit_(deadline),
      deadline_(std::chrono::steady_clock::now() + deadline),
      onConnected_(std::move(onConnected)),
      timer_(core.io),
      resolver_(core.io),
      socket_(core.io) {}

void Dialer::start() {
  core_.add(shared_from_this());
  if (!onConnected_) return;
  if (options_.authenticate && options_.secret.empty()) {
    return fail(ErrorCode::kInvalidConf, "ferro.authenticate is on, but there is no secret");
  }
  timer_.expires_at(deadline_);
  timer_.async_wait([self = shared_from_this()](const error_code& error) {
    if (!error) self->fail(ErrorCode::kNetwork, "no connection within " + std::to_string(self->limit_.count()) + " ms");
  });
  resolve();
}

void Dialer::resolve() {
  error_code error;
  const asio::ip::address numeric = asio::ip::make_address(peer_.host, error);
  if (!error) {
    const tcp::endpoint endpoint(numeric, peer_.port);
    return connectTo(tcp::resolver::results_type::create(endpoint, peer_.host, std::to_string(peer_.port)), 0);
  }
  resolver_.async_resolve(peer_.host, std::to_string(peer_.port),
                          [self = shared_from_this()](const error_code& failure, tcp::resolver::results_type found) {
                            if (failure) return self->fail(ErrorCode::kNetwork, failure.message());
                            self->connectTo(std::move(found), 0);
                          });
}

void Dialer::connectTo(tcp::resolver::results_type found, size_t next) {
  if (!onConnected_) return;
  error_code error;
  const tcp::endpoint endpoint = std::next(found.begin(), static_cast<std::ptrdiff_t>(next))->endpoint();
  socket_ = openSocket(core_.io, endpoint.protocol(), error);
  if (error) return fail(ErrorCode::kNetwork, error.message());
  socket_.async_connect(endpoint,
                        [self = shared_from_this(), found = std::move(found), next](const error_code& failure) {
                          if (!self->onConnected_) return;
                          if (!failure) return self->onConnected();
                          if (next + 1 < found.size()) return self->connectTo(found, next + 1);
                          self->fail(ErrorCode::kNetwork, failure.message());
                        });
}

void Dialer::onConnected() {
  error_code error;
  socket_.native_non_blocking(true, error);
  if (error) return fail(ErrorCode::kNetwork, error.message());
  sendWithoutDelay(socket_);
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now());
  greeting_ = std::make_shared<Greeting>(
      core_, std::move(socket_), options_, Handshake::Role::kClient,
      [self = shared_from_this()](Greeting&, std::unique_ptr<Stream> stream, const std::optional<Error>& failure) {
        self->onGreeted(std::move(stream), failure);
      });
  greeting_->start(std::min(left, options_.handshakeTimeout));
}

void Dialer::onGreeted(std::unique_ptr<Stream> stream, const std::optional<Error>& error) {
  if (!onConnected_) return;
  if (error) {
    // What is no handshake at all is no peer of ours: for whoever wants to connect there is nobody there.
    const bool refused = error->code() == ErrorCode::kPermissionDenied;
    return fail(refused ? ErrorCode::kPermissionDenied : ErrorCode::kNetwork, error->what());
  }
  const auto connection =
      std::make_shared<PeerConnection>(core_, std::move(stream), options_, peer_, handler_, nullptr);
  connection->start();
  finish(connection, std::nullopt);
}

void Dialer::fail(ErrorCode code, const std::string& what) {
  finish(nullptr, Error(code, "cannot connect to " + peer_.text() + ": " + what));
}

void Dialer::finish(ConnectionPtr connection, std::optional<Error> error) {
  if (!onConnected_) return;
  const auto self = shared_from_this();
  const NetLoop::OnConnected onConnected = std::exchange(onConnected_, nullptr);
  timer_.cancel();
  resolver_.cancel();
  error_code ignored;
  socket_.close(ignored);
  core_.remove(this);
  if (const auto greeting = std::exchange(greeting_, nullptr); greeting && error) greeting->endNow(error->what());
  onConnected(std::move(connection), std::move(error));
}

}  // namespace ferro
