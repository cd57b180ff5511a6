#include <utility>

#include "ferro/net/stream.h"

namespace ferro {
namespace {

class PlainStream final : public Stream {
 public:
  explicit PlainStream(tcp::socket socket) : socket_(std::move(socket)) {}

  void begin(bool, std::function<void(const error_code&)> done) override { done({}); }
  void readSome(std::span<const asio::mutable_buffer> into, Done done) override {
    socket_.async_read_some(into, std::move(done));
  }
  void writeSome(std::span<const asio::const_buffer> from, Done done) override {
    socket_.async_write_some(from, std::move(done));
  }
  std::string channelBinding() override { return {}; }
  bool isPlain() const override { return true; }
  tcp::socket& socket() override { return socket_; }

 private:
  tcp::socket socket_;
};

}  // namespace

std::unique_ptr<Stream> makePlainStream(tcp::socket socket) { return std::make_unique<PlainStream>(std::move(socket)); }

}  // namespace ferro
