// What TLS 1.3 needs of a process: a key and a certificate that it makes for itself and forgets when it ends. Nobody
// trusts the certificate: trust comes from the handshake's proof, which covers the session's keys. Private to this
// room; belongs to the loop's thread.
#pragma once

#include <memory>
#include <string>

namespace ferro {

class TlsContext {
 public:
  TlsContext();
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace ferro
