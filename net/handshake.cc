#include "ferro/net/handshake.h"

#include <utility>

#include "ferro/common/codec.h"

namespace ferro {
namespace {

constexpr std::string_view kHandshakeMagic = "FERR";
constexpr size_t kRecordHeaderBytes = 12;  // magic, version, step, flags, length
constexpr size_t kProofBytes = 32;
constexpr uint8_t kAuthenticates = 1;

std::string record(uint8_t step, uint8_t flags, std::string_view content) {
  Encoder encoder;
  encoder.writeRaw(kHandshakeMagic.data(), kHandshakeMagic.size());
  encoder.write(kProtocolVersion);
  encoder.write(step);
  encoder.write(flags);
  encoder.write(static_cast<uint32_t>(content.size()));
  encoder.writeRaw(content.data(), content.size());
  return encoder.take();
}

std::string versions(uint16_t theirs) {
  return "it speaks version " + std::to_string(theirs) + " of the protocol and this process version " +
         std::to_string(kProtocolVersion) + "; run the same build of Ferro everywhere";
}

constexpr const char* kDifferentSecrets = "the secrets differ; both processes need the same ferro.authenticate.secret";
constexpr const char* kDifferentAuthentication =
    "one of the two has ferro.authenticate=true and the other false; set it alike";

}  // namespace

std::string encodeRefusal(Refusal reason) {
  constexpr uint8_t kRefusalStep = 3;
  const char content = static_cast<char>(reason);
  return record(kRefusalStep, 0, {&content, 1});
}

Handshake::Handshake(Role role, Settings settings, std::string nonce)
    : role_(role), settings_(std::move(settings)), nonce_(std::move(nonce)) {
  if (role_ == Role::kClient) send(Step::kHello, nonce_);
}

std::string Handshake::takeOutput() { return std::exchange(output_, std::string()); }

size_t Handshake::proofBytes() const { return settings_.authenticate ? kProofBytes : 0; }

size_t Handshake::wanted() const {
  if (failure_ || step_ == Step::kDone) return 0;
  if (!arriving_) return kRecordHeaderBytes;
  switch (*arriving_) {
    case Step::kHello: return kNonceBytes;
    case Step::kProof: return proofBytes();
    default: return 1;
  }
}

void Handshake::take(std::string_view bytes) {
  if (bytes.size() != wanted() || bytes.empty()) throwInternal("a handshake got other bytes than it wanted");
  if (!arriving_) return takeHeader(bytes);
  switch (*std::exchange(arriving_, std::nullopt)) {
    case Step::kHello: return takeHello(bytes);
    case Step::kProof: return takeProof(bytes);
    default: return takeRefusal(bytes);
  }
}

void Handshake::takeHeader(std::string_view bytes) {
  Decoder decoder(bytes);
  if (decoder.readRaw(kHandshakeMagic.size()) != kHandshakeMagic) {
    return fail(ErrorCode::kMalformedData, "what it sends is not Ferro's protocol");
  }
  peerVersion_ = decoder.read<uint16_t>();
  const uint8_t step = decoder.read<uint8_t>();
  const uint8_t flags = decoder.read<uint8_t>();
  const uint32_t length = decoder.read<uint32_t>();
  const bool refusal = step == static_cast<uint8_t>(Step::kRefusal) && role_ == Role::kClient;
  if (!refusal) {
    checkVersion(peerVersion_);
    if (failure_) return;
    if (step != static_cast<uint8_t>(step_)) return fail(ErrorCode::kMalformedData, "its handshake is out of order");
    if (step_ == Step::kHello) checkSettings(flags);
    if (failure_) return;
  }
  arriving_ = refusal ? Step::kRefusal : step_;
  if (length != wanted()) {
    return fail(ErrorCode::kMalformedData, "its handshake claims a record of " + std::to_string(length) +
                                               " bytes where " + std::to_string(wanted()) + " are due");
  }
  if (length == 0) {
    arriving_.reset();
    takeProof({});
  }
}

void Handshake::checkVersion(uint16_t version) {
  if (version != kProtocolVersion) refuse(Refusal::kVersion, versions(version));
}

void Handshake::checkSettings(uint8_t flags) {
  if (((flags & kAuthenticates) != 0) != settings_.authenticate) {
    refuse(Refusal::kAuthentication, kDifferentAuthentication);
  }
}

void Handshake::takeHello(std::string_view bytes) {
  peerNonce_ = bytes;
  step_ = Step::kProof;
  if (role_ == Role::kServer) send(Step::kHello, nonce_);
  else send(Step::kProof, settings_.authenticate ? proofOf(Role::kClient) : std::string());
}

void Handshake::takeProof(std::string_view bytes) {
  const Role peer = role_ == Role::kClient ? Role::kServer : Role::kClient;
  if (settings_.authenticate && !equalInConstantTime(bytes, proofOf(peer))) {
    return refuse(Refusal::kSecret, kDifferentSecrets);
  }
  step_ = Step::kDone;
  if (role_ == Role::kServer) send(Step::kProof, settings_.authenticate ? proofOf(Role::kServer) : std::string());
}

void Handshake::takeRefusal(std::string_view bytes) {
  switch (static_cast<Refusal>(bytes.front())) {
    case Refusal::kVersion: return fail(ErrorCode::kPermissionDenied, versions(peerVersion_));
    case Refusal::kAuthentication: return fail(ErrorCode::kPermissionDenied, kDifferentAuthentication);
    case Refusal::kSecret: return fail(ErrorCode::kPermissionDenied, kDifferentSecrets);
    case Refusal::kTlsWanted:
      return fail(ErrorCode::kPermissionDenied, "it wants TLS; set ferro.ssl.rpc.enabled=true here too");
    case Refusal::kNoTls:
      return fail(ErrorCode::kPermissionDenied, "it does not speak TLS; set ferro.ssl.rpc.enabled=true there too");
  }
  fail(ErrorCode::kPermissionDenied, "it refuses this process for a reason that is not known here");
}

// A client's proof says "client", so that nobody can send a server's own words back to it.
std::string Handshake::proofOf(Role role) const {
  const bool isClient = role_ == Role::kClient;
  Encoder encoder;
  encoder.write(std::string(role == Role::kClient ? "ferro client" : "ferro server"));
  encoder.write(kProtocolVersion);
  encoder.write(isClient ? nonce_ : peerNonce_);
  encoder.write(isClient ? peerNonce_ : nonce_);
  encoder.write(settings_.channelBinding);
  return hmacSha256(settings_.secret, encoder.view());
}

void Handshake::send(Step step, std::string_view content) {
  output_ += record(static_cast<uint8_t>(step), settings_.authenticate ? kAuthenticates : 0, content);
}

void Handshake::fail(ErrorCode code, const std::string& what) { failure_ = Error(code, what); }

void Handshake::refuse(Refusal reason, const std::string& what) {
  if (role_ == Role::kServer) output_ += encodeRefusal(reason);
  fail(ErrorCode::kPermissionDenied, what);
}

}  // namespace ferro
