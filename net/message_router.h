// Hands each message to whoever registered for its kind. Filled before the first message comes, immutable afterwards.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ferro/net/connection.h"

namespace ferro {

class MessageRouter final : public MessageHandler {
 public:
  using Handle = std::function<void(const ConnectionPtr& from, Message message, Responder responder)>;
  using OnClosed = std::function<void(const ConnectionPtr& connection, const std::string& reason)>;

  void add(uint16_t kind, Handle handle);
  void addOnClosed(OnClosed onClosed);

  // A kind that nobody registered for is answered kInvalidArgument.
  void onMessage(const ConnectionPtr& from, Message message, Responder responder) override;
  void onClosed(const ConnectionPtr& connection, const std::string& reason) override;

 private:
  std::map<uint16_t, Handle> handles_;
  std::vector<OnClosed> onClosed_;
};

}  // namespace ferro
