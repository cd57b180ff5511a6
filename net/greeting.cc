#include "ferro/net/greeting.h"

#include <sys/socket.h>

#include <chrono>
#include <utility>

#include <boost/asio/ssl/error.hpp>

namespace ferro {
namespace {

constexpr char kFirstByteOfTls = 0x16;   // a handshake record
constexpr char kFirstByteOfFerro = 'F';  // of the handshake's magic

}  // namespace

Greeting::Greeting(LoopCore& core, tcp::socket socket, NetOptions options, Handshake::Role role, OnDone onDone)
    : core_(core),
      options_(std::move(options)),
      role_(role),
      onDone_(std::move(onDone)),
      stream_(makePlainStream(std::move(socket))),
      timer_(core.io) {}

void Greeting::start(std::chrono::milliseconds limit) {
  core_.add(shared_from_this());
  if (!onDone_) return;
  timer_.expires_after(limit);
  timer_.async_wait([self = shared_from_this(), limit](const error_code& error) {
    if (error) return;
    self->fail(ErrorCode::kNetwork, "it did not finish the handshake within " + std::to_string(limit.count()) + " ms");
  });
  if (role_ == Handshake::Role::kServer) awaitFirstByte();
  else beginStream();
}

void Greeting::endNow(const std::string& reason) { fail(ErrorCode::kNetwork, reason); }

void Greeting::awaitFirstByte() {
  stream_->socket().async_wait(tcp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
    if (!self->onDone_) return;
    if (error) return self->fail(ErrorCode::kNetwork, error.message());
    self->onFirstByte();
  });
}

// A peer that has other ideas about TLS would only see a connection break: the first byte tells them apart.
void Greeting::onFirstByte() {
  char first = 0;
  const ssize_t got = ::recv(stream_->socket().native_handle(), &first, 1, MSG_PEEK | MSG_DONTWAIT);
  if (got <= 0) return fail(ErrorCode::kNetwork, "it left without a word");
  heard_ = true;
  if (options_.tls && first != kFirstByteOfTls) {
    if (first != kFirstByteOfFerro) return fail(ErrorCode::kMalformedData, "what it sends is not TLS");
    return refuseTransport(Refusal::kTlsWanted, "it does not use TLS; set ferro.ssl.rpc.enabled=true there too");
  }
  if (!options_.tls && first == kFirstByteOfTls) {
    return refuseTransport(Refusal::kNoTls, "it uses TLS; set ferro.ssl.rpc.enabled=true here too");
  }
  beginStream();
}

void Greeting::refuseTransport(Refusal reason, const std::string& what) {
  write(encodeRefusal(reason), [this, what] { fail(ErrorCode::kPermissionDenied, what); });
}

void Greeting::beginStream() {
  if (!options_.tls) return beginHandshake();
  stream_ = makeTlsStream(std::move(stream_->socket()), core_.tls());
  stream_->begin(role_ == Handshake::Role::kServer, [self = shared_from_this()](const error_code& error) {
    if (!self->onDone_) return;
    if (error) return self->finish(self->tlsFailure(error));
    self->beginHandshake();
  });
}

Error Greeting::tlsFailure(const error_code& error) const {
  std::string what = "the TLS handshake failed (" + error.message() + ")";
  if (role_ == Handshake::Role::kServer) return {ErrorCode::kMalformedData, what};
  if (error.category() != asio::error::get_ssl_category()) return {ErrorCode::kNetwork, what};  // the peer is gone
  return {ErrorCode::kPermissionDenied,
          what + ": it does not speak TLS 1.3; set ferro.ssl.rpc.enabled alike on both sides"};
}

void Greeting::beginHandshake() {
  handshake_.emplace(role_, Handshake::Settings{options_.authenticate, options_.secret, stream_->channelBinding()});
  proceed();
}

void Greeting::proceed() {
  std::string output = handshake_->takeOutput();
  if (!output.empty()) return write(std::move(output), [this] { proceed(); });
  if (handshake_->failure()) return finish(handshake_->failure());
  if (handshake_->succeeded()) return finish(std::nullopt);
  read(handshake_->wanted());
}

void Greeting::write(std::string bytes, std::function<void()> then) {
  output_ = std::move(bytes);
  done_ = 0;
  writeRest(std::move(then));
}

void Greeting::writeRest(std::function<void()> then) {
  writing_.assign(1, asio::const_buffer(output_.data() + done_, output_.size() - done_));
  stream_->writeSome(writing_,
                     [self = shared_from_this(), then = std::move(then)](const error_code& error, size_t bytes) {
                       if (!self->onDone_) return;
                       if (error) return self->fail(ErrorCode::kNetwork, error.message());
                       self->done_ += bytes;
                       if (self->done_ < self->output_.size()) return self->writeRest(then);
                       then();
                     });
}

void Greeting::read(size_t bytes) {
  input_.assign(bytes, '\0');
  done_ = 0;
  onRead({}, 0);
}

void Greeting::onRead(const error_code& error, size_t bytes) {
  if (!onDone_) return;
  if (error) return fail(ErrorCode::kNetwork, "it broke off the handshake (" + error.message() + ")");
  done_ += bytes;
  if (done_ == input_.size()) {
    handshake_->take(input_);
    return proceed();
  }
  reading_.assign(1, asio::mutable_buffer(input_.data() + done_, input_.size() - done_));
  stream_->readSome(
      reading_, [self = shared_from_this()](const error_code& readError, size_t got) { self->onRead(readError, got); });
}

void Greeting::finish(std::optional<Error> error) {
  if (!onDone_) return;
  const OnDone onDone = std::exchange(onDone_, nullptr);
  const auto self = shared_from_this();
  timer_.cancel();
  core_.remove(this);
  if (!error) return onDone(*this, std::move(stream_), std::nullopt);
  error_code ignored;
  stream_->socket().close(ignored);
  onDone(*this, nullptr, error);
}

}  // namespace ferro
