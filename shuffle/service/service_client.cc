#include "ferro/shuffle/service/service_client.h"

#include <limits>

namespace ferro {

ExecutorPlace registerWithShuffleService(NetLoop& loop, const ShuffleServiceAccess& access,
                                         const RegisterExecutor& registration, const std::string& host,
                                         std::chrono::milliseconds deadline) {
  NetOptions options = access.net;
  options.authenticate = true;
  options.secret = access.secret;
  const ConnectionPtr connection = loop.connect(access.address, options, nullptr, deadline);
  const Message answer =
      connection->callAndWait({message_kinds::kRegisterExecutor, encodeRegisterExecutor(registration), {}}, deadline);
  connection->close("registered");
  const int port = decodeNumber(answer.body, std::numeric_limits<uint16_t>::max());
  return {registration.executorId, host, static_cast<uint16_t>(port)};
}

}  // namespace ferro
