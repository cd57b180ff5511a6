#include "ferro/net/tls.h"

#include <array>
#include <string_view>
#include <utility>

#include <boost/asio/ssl.hpp>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "ferro/common/error.h"
#include "ferro/net/stream.h"

namespace ferro {
namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

void checkTls(bool succeeded, const char* what) {
  if (succeeded) return;
  std::array<char, 256> text{};
  ERR_error_string_n(ERR_get_error(), text.data(), text.size());
  throw Error(ErrorCode::kInternal, std::string("OpenSSL cannot ") + what + ": " + text.data());
}

Certificate selfSigned(EVP_PKEY* key) {
  constexpr long kSecondsOfAYear = 365L * 24 * 3600;
  constexpr std::string_view kName = "ferro";
  Certificate certificate(X509_new(), &X509_free);
  checkTls(certificate != nullptr, "make a certificate");
  checkTls(X509_set_version(certificate.get(), X509_VERSION_3) == 1, "make a certificate");
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kSecondsOfAYear);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), kSecondsOfAYear);
  X509_NAME* name = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(kName.data()),
                             static_cast<int>(kName.size()), -1, 0);
  checkTls(X509_set_issuer_name(certificate.get(), name) == 1, "name a certificate");
  checkTls(X509_set_pubkey(certificate.get(), key) == 1, "give a certificate its key");
  checkTls(X509_sign(certificate.get(), key, EVP_sha256()) > 0, "sign a certificate");
  return certificate;
}

}  // namespace

struct TlsContext::Impl {
  asio::ssl::context context{asio::ssl::context::tls};
};

TlsContext::TlsContext() : impl_(std::make_unique<Impl>()) {
  SSL_CTX* context = impl_->context.native_handle();
  checkTls(SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1, "restrict TLS to version 1.3");
  const Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
  checkTls(key != nullptr, "make a key");
  const Certificate certificate = selfSigned(key.get());
  checkTls(SSL_CTX_use_certificate(context, certificate.get()) == 1, "use its certificate");
  checkTls(SSL_CTX_use_PrivateKey(context, key.get()) == 1, "use its key");
  SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nullptr);
  SSL_CTX_set_num_tickets(context, 0);  // sessions are never resumed
}

TlsContext::~TlsContext() = default;

namespace {

class TlsStream final : public Stream {
 public:
  TlsStream(tcp::socket socket, asio::ssl::context& context) : stream_(std::move(socket), context) {}

  void begin(bool asServer, std::function<void(const error_code&)> done) override {
    stream_.async_handshake(asServer ? asio::ssl::stream_base::server : asio::ssl::stream_base::client,
                            std::move(done));
  }
  void readSome(std::span<const asio::mutable_buffer> into, Done done) override {
    stream_.async_read_some(into, std::move(done));
  }
  void writeSome(std::span<const asio::const_buffer> from, Done done) override {
    stream_.async_write_some(from, std::move(done));
  }
  std::string channelBinding() override {
    constexpr std::string_view kLabel = "EXPORTER-ferro-channel-binding";
    std::string binding(32, '\0');
    checkTls(SSL_export_keying_material(stream_.native_handle(), reinterpret_cast<unsigned char*>(binding.data()),
                                        binding.size(), kLabel.data(), kLabel.size(), nullptr, 0, 0) == 1,
             "bind the proof to the TLS session");
    return binding;
  }
  bool isPlain() const override { return false; }
  tcp::socket& socket() override { return stream_.next_layer(); }

 private:
  asio::ssl::stream<tcp::socket> stream_;
};

}  // namespace

std::unique_ptr<Stream> makeTlsStream(tcp::socket socket, TlsContext& context) {
  return std::make_unique<TlsStream>(std::move(socket), context.impl().context);
}

}  // namespace ferro
