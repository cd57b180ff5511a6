// Hands messages to their handler, and sees to it that a request is answered exactly once, whatever the handler does
// with its responder. Private to this room; called on the loop's thread, while the answer may come from any.
#pragma once

#include <functional>

#include "ferro/net/connection.h"

namespace ferro {

void dispatchRequest(MessageHandler& handler, const ConnectionPtr& from, Message message,
                     std::function<void(Reply)> answer);
// Nobody waits to hear what the handler throws, so it is logged.
void dispatchOneWay(MessageHandler& handler, const ConnectionPtr& from, Message message);

}  // namespace ferro
