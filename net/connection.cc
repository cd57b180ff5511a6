#include "ferro/net/connection.h"

#include <future>
#include <utility>

#include "ferro/common/own_error.h"

namespace ferro {

Message Reply::take() {
  if (error) throw ownCopy(*error);
  return std::move(message);
}

Message Connection::callAndWait(Message request, std::chrono::milliseconds deadline) {
  const auto answered = std::make_shared<std::promise<Reply>>();
  std::future<Reply> answer = answered->get_future();
  call(std::move(request), deadline, [answered](Reply reply) { answered->set_value(std::move(reply)); });
  return answer.get().take();
}

Responder::~Responder() {
  if (send_) fail(Error(ErrorCode::kInternal, "the request was dropped without an answer"));
}

void Responder::reply(Message message) {
  if (const Send send = std::exchange(send_, nullptr)) send(Reply{std::move(message), std::nullopt});
}

void Responder::fail(const Error& error) {
  if (const Send send = std::exchange(send_, nullptr)) send(Reply{{}, error});
}

}  // namespace ferro
