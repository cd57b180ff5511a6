// Asks a file system on the network on a thread of its own and gives up after a while: libraries of object stores try
// for many minutes before they say that nobody answers. Any thread may call it.
#pragma once

#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

#include "ferro/common/error.h"

namespace ferro {

inline constexpr std::chrono::seconds kRemoteAnswerLimit{40};

// What `ask` returns or throws; Error kNetwork when that takes longer than the limit. `ask` owns all that it uses: it
// may go on when nobody waits any more.
template <class Ask>
auto answerWithin(std::chrono::milliseconds limit, const std::string& location, Ask ask) {
  using Answer = std::invoke_result_t<Ask>;
  auto promise = std::make_shared<std::promise<Answer>>();
  std::future<Answer> answer = promise->get_future();
  std::thread([promise, ask = std::move(ask)]() mutable {
    try {
      promise->set_value(ask());
    } catch (...) {
      promise->set_exception(std::current_exception());
    }
  }).detach();
  if (answer.wait_for(limit) == std::future_status::ready) return answer.get();
  throw Error(ErrorCode::kNetwork, location + " has not answered within " + std::to_string(limit.count() / 1000) +
                                       " s; check the address, the network and the credentials of this store");
}

}  // namespace ferro
