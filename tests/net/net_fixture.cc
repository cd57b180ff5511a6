#include "net_fixture.h"

#include <filesystem>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

#include <arrow/buffer.h>

namespace ferro::test {

bool eventually(const std::function<bool()>& condition) {
  const auto until = std::chrono::steady_clock::now() + kSoon;
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    never.wait_for(lock, std::chrono::milliseconds(2));
  }
  return true;
}

bool LogRecorder::waitForLines(size_t count) const {
  return eventually([&] { return lines().size() >= count; });
}

void TestHandler::onMessage(const ConnectionPtr& from, Message message, Responder responder) {
  {
    std::lock_guard lock(mutex_);
    received_.push_back(message.body);
    lastFrom_ = from;
    if (message.kind == kinds::kKeep) return kept_.push_back(std::move(responder));
  }
  switch (message.kind) {
    case kinds::kEcho: return responder.reply(std::move(message));
    case kinds::kFail: return responder.fail(Error(ErrorCode::kDiskFull, message.body));
    case kinds::kThrow: throw Error(ErrorCode::kMalformedData, message.body);
    case kinds::kThrowOther: throw std::runtime_error(message.body);
    case kinds::kSize: return responder.reply({kinds::kSize, std::to_string(message.payload.bytes()), {}});
    case kinds::kBytes: {
      Payload payload;
      payload.add(arrow::Buffer::FromString(std::string(std::stoull(message.body), 'b')));
      return responder.reply({kinds::kBytes, "", std::move(payload)});
    }
    default: return;
  }
}

void TestHandler::onClosed(const ConnectionPtr&, const std::string& reason) {
  std::lock_guard lock(mutex_);
  closed_.push_back(reason);
}

size_t TestHandler::numKept() const {
  std::lock_guard lock(mutex_);
  return kept_.size();
}

void TestHandler::answerKept(const std::string& body) {
  std::vector<Responder> kept;
  {
    std::lock_guard lock(mutex_);
    kept.swap(kept_);
  }
  for (Responder& responder : kept) responder.reply({kinds::kKeep, body, {}});
}

std::vector<std::string> TestHandler::received() const {
  std::lock_guard lock(mutex_);
  return received_;
}

std::vector<std::string> TestHandler::closed() const {
  std::lock_guard lock(mutex_);
  return closed_;
}

ConnectionPtr TestHandler::lastFrom() const {
  std::lock_guard lock(mutex_);
  return lastFrom_.lock();
}

NetOptions testOptions(bool tls) {
  NetOptions options;
  options.secret = "the secret of the tests";
  options.tls = tls;
  options.handshakeTimeout = kSoon;  // good peers get in, however busy the machine is
  return options;
}

Message message(uint16_t kind, std::string body) { return {kind, std::move(body), {}}; }

std::string patternedBytes(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string bytes(size, '\0');
  for (size_t i = 0; i + 8 <= size; i += 8) {
    const uint64_t word = random();
    std::copy_n(reinterpret_cast<const char*>(&word), 8, bytes.data() + i);
  }
  return bytes;
}

std::string textOf(const Payload& payload) { return payload.buffer()->ToString(); }

size_t numOpenDescriptors() {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

}  // namespace ferro::test
