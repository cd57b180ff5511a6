// Bytes of a stranger through the handshake, as server and as client. Nobody gets in without the secret.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ferro/net/handshake.h"

namespace {

void play(ferro::Handshake::Role role, bool authenticate, std::string_view bytes) {
  ferro::Handshake handshake(role, {authenticate, "a secret that no fuzzer guesses", "binding"},
                             std::string(ferro::kNonceBytes, 'n'));
  handshake.takeOutput();
  while (handshake.wanted() > 0 && handshake.wanted() <= bytes.size()) {
    const std::string_view taken = bytes.substr(0, handshake.wanted());
    bytes.remove_prefix(taken.size());
    handshake.take(taken);
    if (handshake.takeOutput().size() > 64) std::abort();  // a stranger is told next to nothing
  }
  if (authenticate && handshake.succeeded()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const bool authenticate : {true, false}) {
    play(ferro::Handshake::Role::kServer, authenticate, bytes);
    play(ferro::Handshake::Role::kClient, authenticate, bytes);
  }
  return 0;
}
