// Bytes between two processes over loopback by Ferro's net room, authenticated as those of executors are:
// transfer_ferro. Prints the seconds from the first request to the last answer, and how many bytes came.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

#include <arrow/buffer.h>

#include "ferro/net/message_router.h"
#include "ferro/net/net_loop.h"
#include "ferro/net/server.h"
#include "transfer_sizes.h"

namespace {

using namespace std::chrono_literals;

constexpr uint16_t kBlockKind = 1;

ferro::NetOptions options() {
  ferro::NetOptions options;
  options.secret = "of the benchmark, known to both of its processes";
  return options;
}

// Tells its port through the pipe and serves until the other end is closed.
void serve(int portPipe, int endPipe) {
  auto block = std::shared_ptr<arrow::Buffer>(arrow::Buffer::FromString(std::string(bench::kBlockBytes, 'x')));
  ferro::MessageRouter router;
  router.add(kBlockKind, [&](const ferro::ConnectionPtr&, ferro::Message, ferro::Responder responder) {
    ferro::Message answer{kBlockKind, {}, {}};
    answer.payload.add(block);
    responder.reply(std::move(answer));
  });
  ferro::NetLoop loop;
  ferro::Server server(loop, options(), {"127.0.0.1", 0}, router);
  const uint16_t port = server.address().port;
  char nothing = 0;
  if (::write(portPipe, &port, sizeof port) == sizeof port) ::read(endPipe, &nothing, 1);
}

// Keeps so many requests on their way until all blocks have come.
class Reader {
 public:
  explicit Reader(ferro::ConnectionPtr connection) : connection_(std::move(connection)) {}

  int64_t run() {
    for (int64_t i = 0; i < bench::kRequestsAhead; ++i) ask();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return answered_ == bench::kBlocks; });
    return received_;
  }

 private:
  void ask() {
    {
      std::lock_guard lock(mutex_);
      if (asked_ == bench::kBlocks) return;
      ++asked_;
    }
    connection_->call({kBlockKind, {}, {}}, 60s, [this](ferro::Reply reply) {
      ask();  // first: whoever waits for the last answer may go once it is counted
      const int64_t bytes = reply.take().payload.bytes();
      std::lock_guard lock(mutex_);
      received_ += bytes;
      if (++answered_ == bench::kBlocks) done_.notify_one();
    });
  }

  const ferro::ConnectionPtr connection_;
  std::mutex mutex_;
  std::condition_variable done_;
  int64_t asked_ = 0;
  int64_t answered_ = 0;
  int64_t received_ = 0;
};

}  // namespace

int main() {
  int portPipe[2];
  int endPipe[2];
  if (::pipe(portPipe) != 0 || ::pipe(endPipe) != 0) return 1;
  if (::fork() == 0) {
    ::close(endPipe[1]);
    serve(portPipe[1], endPipe[0]);
    return 0;
  }
  uint16_t port = 0;
  if (::read(portPipe[0], &port, sizeof port) != sizeof port) return 1;
  {
    ferro::NetLoop loop;
    const ferro::ConnectionPtr connection = loop.connect({"127.0.0.1", port}, options(), nullptr, 10s);
    auto start = std::chrono::steady_clock::now();
    const int64_t received = Reader(connection).run();
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("{\"seconds\": %.6f, \"answer\": %lld}\n", seconds.count(), static_cast<long long>(received));
  }
  ::close(endPipe[1]);
  ::wait(nullptr);
}
