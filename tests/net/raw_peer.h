// A peer that speaks bytes instead of Ferro's protocol, for tests of what strangers may send. Blocking, with a limit.
#pragma once

#include <string>
#include <string_view>

#include "ferro/net/frame.h"
#include "ferro/net/handshake.h"
#include "ferro/net/host_port.h"

namespace ferro::test {

class RawPeer {
 public:
  explicit RawPeer(const HostPort& server);
  explicit RawPeer(int connected) : socket_(connected) {}
  ~RawPeer();
  RawPeer(RawPeer&& other) noexcept;
  RawPeer& operator=(RawPeer&&) = delete;

  // What the other side closed meanwhile goes nowhere.
  void send(std::string_view bytes);
  // Exactly so many bytes, fewer only when the other side closes or nothing comes for long.
  std::string receive(size_t bytes);
  // Whether the other side closes, whatever it sends before.
  bool isClosed();
  void leave();

  // Plays the handshake to its end and keeps what was sent in sent().
  bool authenticate(const std::string& secret, Handshake::Role role = Handshake::Role::kClient);
  void sendFrame(FrameHeader header, const std::string& body = "");
  const std::string& sent() const { return sent_; }

 private:
  int socket_;
  std::string sent_;
};

// Listens at a free port of loopback until it is destroyed.
class RawListener {
 public:
  RawListener();
  ~RawListener();
  RawListener(const RawListener&) = delete;
  RawListener& operator=(const RawListener&) = delete;

  HostPort address() const;
  RawPeer accept();

 private:
  int socket_;
};

}  // namespace ferro::test
