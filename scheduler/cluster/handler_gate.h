// Stands before a handler of messages and can be shut: when shut() has returned, the handler is not called any more, so
// that what it uses may go while the connection still brings messages. Like any handler it outlives its connections.
#pragma once

#include <string>

#include "ferro/net/connection.h"
#include "ferro/net/net_loop.h"

namespace ferro {

class HandlerGate final : public MessageHandler {
 public:
  // The handler outlives the gate.
  explicit HandlerGate(MessageHandler& handler) : handler_(handler) {}

  // Any thread but the loop's, which must be that of the connections. What comes later is dropped.
  void shut(NetLoop& loop);

  void onMessage(const ConnectionPtr& from, Message message, Responder responder) override;
  void onClosed(const ConnectionPtr& connection, const std::string& reason) override;

 private:
  MessageHandler& handler_;
  bool isOpen_ = true;  // the loop's thread only
};

// Shuts a gate when it goes: the last member of whatever the handler uses.
class GateShutter {
 public:
  GateShutter(HandlerGate& gate, NetLoop& loop) : gate_(gate), loop_(loop) {}
  ~GateShutter() { gate_.shut(loop_); }
  GateShutter(const GateShutter&) = delete;
  GateShutter& operator=(const GateShutter&) = delete;

 private:
  HandlerGate& gate_;
  NetLoop& loop_;
};

}  // namespace ferro
