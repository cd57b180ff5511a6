#include "ferro/scheduler/cluster/handler_gate.h"

#include <future>
#include <memory>
#include <utility>

namespace ferro {

void HandlerGate::shut(NetLoop& loop) {
  const auto shut = std::make_shared<std::promise<void>>();
  loop.post([this, shut] {
    isOpen_ = false;
    shut->set_value();
  });
  shut->get_future().wait();
}

void HandlerGate::onMessage(const ConnectionPtr& from, Message message, Responder responder) {
  if (isOpen_) handler_.onMessage(from, std::move(message), std::move(responder));
}

void HandlerGate::onClosed(const ConnectionPtr& connection, const std::string& reason) {
  if (isOpen_) handler_.onClosed(connection, reason);
}

}  // namespace ferro
