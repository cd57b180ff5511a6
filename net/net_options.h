// How a process's connections behave: the part of the settings that this room uses. A plain value.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ferro {

class Conf;

struct NetOptions {
  bool authenticate = true;
  std::string secret;  // of the application; never logged
  bool tls = false;
  std::chrono::milliseconds handshakeTimeout{5'000};  // from the first byte to the end of authentication
  std::chrono::milliseconds stallTimeout{120'000};    // of a peer that reads nothing, or stops amid a frame
  int64_t maxBodyBytes = 512 << 20;
  int64_t maxPayloadBytes = int64_t{8} << 30;
  int64_t maxQueuedBytes = 48 << 20;  // of answers to one peer; no more of its requests are read until it takes them

  // The secret itself is the caller's to fill in: see secret.h.
  static NetOptions fromConf(const Conf& conf);
};

}  // namespace ferro
