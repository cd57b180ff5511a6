// Bytes to and from one peer, plain or by TLS. Private to this room; belongs to the loop's thread. One read and one
// write may be under way at a time; what they use stays alive until they call back.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "ferro/net/asio.h"

namespace ferro {

class TlsContext;

class Stream {
 public:
  using Done = std::function<void(const error_code& error, size_t bytes)>;

  virtual ~Stream() = default;
  // TLS's own handshake; nothing for a plain stream.
  virtual void begin(bool asServer, std::function<void(const error_code& error)> done) = 0;
  virtual void readSome(std::span<const asio::mutable_buffer> into, Done done) = 0;
  virtual void writeSome(std::span<const asio::const_buffer> from, Done done) = 0;
  // What both ends of this TLS session know and nobody else; empty for a plain stream.
  virtual std::string channelBinding() = 0;
  // Whether bytes may be written to the socket itself, as sendfile does.
  virtual bool isPlain() const = 0;
  virtual tcp::socket& socket() = 0;
};

std::unique_ptr<Stream> makePlainStream(tcp::socket socket);
std::unique_ptr<Stream> makeTlsStream(tcp::socket socket, TlsContext& context);

}  // namespace ferro
