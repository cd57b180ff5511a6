#include "ferro/net/message_router.h"

#include <utility>

#include "ferro/common/error.h"

namespace ferro {

void MessageRouter::add(uint16_t kind, Handle handle) {
  const bool isNew = handles_.emplace(kind, std::move(handle)).second;
  if (!isNew) throwInternal("two handlers for messages of kind " + std::to_string(kind));
}

void MessageRouter::addOnClosed(OnClosed onClosed) { onClosed_.push_back(std::move(onClosed)); }

void MessageRouter::onMessage(const ConnectionPtr& from, Message message, Responder responder) {
  const auto found = handles_.find(message.kind);
  if (found == handles_.end()) {
    responder.fail(Error(ErrorCode::kInvalidArgument,
                         "this process does not understand messages of kind " + std::to_string(message.kind)));
    return;
  }
  found->second(from, std::move(message), std::move(responder));
}

void MessageRouter::onClosed(const ConnectionPtr& connection, const std::string& reason) {
  for (const OnClosed& hear : onClosed_) hear(connection, reason);
}

}  // namespace ferro
