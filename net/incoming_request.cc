#include "ferro/net/incoming_request.h"

#include <atomic>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

#include "ferro/common/contain.h"

namespace ferro {
namespace {

class SingleAnswer {
 public:
  explicit SingleAnswer(std::function<void(Reply)> answer) : answer_(std::move(answer)) {}

  void give(Reply reply) {
    if (!given_.exchange(true)) answer_(std::move(reply));
  }
  // A handler that throws takes its responder with it, which then answers that there is no answer; what was thrown says
  // more, and comes a moment later.
  void giveUnlessUnwinding(Reply reply) {
    const bool unwinding = std::this_thread::get_id() == loop_ && std::uncaught_exceptions() > uncaughtBefore_;
    if (!unwinding) give(std::move(reply));
  }

 private:
  const std::function<void(Reply)> answer_;
  const std::thread::id loop_ = std::this_thread::get_id();
  const int uncaughtBefore_ = std::uncaught_exceptions();
  std::atomic<bool> given_{false};
};

}  // namespace

void dispatchRequest(MessageHandler& handler, const ConnectionPtr& from, Message message,
                     std::function<void(Reply)> answer) {
  const auto single = std::make_shared<SingleAnswer>(std::move(answer));
  try {
    handler.onMessage(from, std::move(message),
                      Responder([single](Reply reply) { single->giveUnlessUnwinding(std::move(reply)); }));
  } catch (const Error& error) {
    single->give(Reply{{}, error});
  } catch (...) {
    single->give(Reply{{}, Error(ErrorCode::kInternal, "the handler of a message threw: " + currentExceptionText())});
  }
}

void dispatchOneWay(MessageHandler& handler, const ConnectionPtr& from, Message message) {
  const uint16_t kind = message.kind;
  try {
    handler.onMessage(from, std::move(message), Responder(nullptr));
  } catch (...) {
    logContained("the handler of a message of kind " + std::to_string(kind));
  }
}

}  // namespace ferro
