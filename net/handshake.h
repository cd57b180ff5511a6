// What two processes say before anything else: which version they speak, a nonce each, and a proof each that it knows
// the application's secret. Every record is of a fixed length, far below 64 KiB. The client proves itself first, so
// that a stranger learns nothing from a server. Knows no sockets; belongs to one thread.
//
//   client -> server  hello  (version, nonce)
//   server -> client  hello  (version, nonce), or a refusal
//   client -> server  proof  HMAC-SHA256(secret, who proves, version, both nonces, TLS channel binding)
//   server -> client  proof, or a refusal
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ferro/common/error.h"
#include "ferro/net/secret.h"

namespace ferro {

inline constexpr uint16_t kProtocolVersion = 1;
inline constexpr size_t kNonceBytes = 32;

// Why a server sends a client away; the number travels, the sentence is made where it is read.
enum class Refusal : uint8_t { kVersion = 1, kAuthentication, kSecret, kTlsWanted, kNoTls };

// The whole record, which is the same in all versions.
std::string encodeRefusal(Refusal reason);

class Handshake {
 public:
  enum class Role { kClient, kServer };
  struct Settings {
    bool authenticate = true;
    std::string secret;
    std::string channelBinding;  // of TLS: the same on both ends of one session and nowhere else
  };

  Handshake(Role role, Settings settings, std::string nonce = randomBytes(kNonceBytes));

  // What to send now, perhaps nothing. A failure has something to send too: why.
  std::string takeOutput();
  // How many bytes take() needs next; none once it succeeded or failed.
  size_t wanted() const;
  void take(std::string_view bytes);

  bool succeeded() const { return step_ == Step::kDone && !failure_; }
  const std::optional<Error>& failure() const { return failure_; }

 private:
  enum class Step : uint8_t { kHello = 1, kProof, kRefusal, kDone };

  void takeHeader(std::string_view bytes);
  void takeHello(std::string_view bytes);
  void takeProof(std::string_view bytes);
  void takeRefusal(std::string_view bytes);
  void checkVersion(uint16_t version);
  void checkSettings(uint8_t flags);
  void send(Step step, std::string_view content);
  std::string proofOf(Role role) const;
  size_t proofBytes() const;
  void fail(ErrorCode code, const std::string& what);
  void refuse(Refusal reason, const std::string& what);

  const Role role_;
  const Settings settings_;
  const std::string nonce_;
  std::string peerNonce_;
  std::string output_;
  Step step_ = Step::kHello;      // what is due from the peer
  std::optional<Step> arriving_;  // whose header has come
  uint16_t peerVersion_ = 0;
  std::optional<Error> failure_;
};

}  // namespace ferro
