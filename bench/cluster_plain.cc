// The same work without an engine: cluster_plain NAME. Bytes between two processes over a plain socket, the same bytes
// copied in memory, and the shuffle's groups in one plain thread.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "table_text.h"
#include "transfer_sizes.h"

namespace {

using bench::kBlockBytes;
using bench::kBlocks;

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

void readAll(int socket, char* into, size_t bytes) {
  while (bytes > 0) {
    const ssize_t got = ::read(socket, into, bytes);
    if (got <= 0) fail("read");
    into += got;
    bytes -= static_cast<size_t>(got);
  }
}

void writeAll(int socket, const char* from, size_t bytes) {
  while (bytes > 0) {
    const ssize_t sent = ::write(socket, from, bytes);
    if (sent <= 0) fail("write");
    from += sent;
    bytes -= static_cast<size_t>(sent);
  }
}

// Answers each request of eight bytes with a block.
[[noreturn]] void serve(int listener) {
  const int socket = ::accept(listener, nullptr, nullptr);
  if (socket < 0) fail("accept");
  const std::vector<char> block(kBlockBytes, 'x');
  for (int64_t i = 0; i < kBlocks; ++i) {
    int64_t request = 0;
    readAll(socket, reinterpret_cast<char*>(&request), sizeof request);
    writeAll(socket, block.data(), block.size());
  }
  std::_Exit(0);
}

int connectToChild() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  if (::bind(listener, reinterpret_cast<sockaddr*>(&address), length) != 0 || ::listen(listener, 1) != 0) fail("bind");
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length);
  const pid_t child = ::fork();
  if (child < 0) fail("fork");
  if (child == 0) serve(listener);
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  if (::connect(socket, reinterpret_cast<sockaddr*>(&address), length) != 0) fail("connect");
  const int yes = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return socket;
}

// As Ferro does, with some requests ahead and each block in memory of its own.
int64_t transferBySocket() {
  const int socket = connectToChild();
  int64_t received = 0;
  int64_t asked = 0;
  for (int64_t i = 0; i < kBlocks; ++i) {
    for (; asked < kBlocks && asked < i + bench::kRequestsAhead; ++asked)
      writeAll(socket, reinterpret_cast<const char*>(&asked), sizeof asked);
    auto block = std::make_unique_for_overwrite<char[]>(kBlockBytes);
    readAll(socket, block.get(), kBlockBytes);
    received += kBlockBytes;
  }
  ::wait(nullptr);
  return received;
}

int64_t transferByCopy() {
  const std::vector<char> block(kBlockBytes, 'x');
  int64_t copied = 0;
  for (int64_t i = 0; i < kBlocks; ++i) {
    auto copy = std::make_unique_for_overwrite<char[]>(kBlockBytes);
    std::memcpy(copy.get(), block.data(), kBlockBytes);
    copied += copy[static_cast<size_t>(i)] == 'x' ? kBlockBytes : 0;
  }
  return copied;
}

int64_t shuffle() {
  const std::string table = bench::tableText();
  std::unordered_map<int64_t, std::vector<std::string>> groups;
  for (int64_t i = 0; i < bench::kPairs; ++i) groups[bench::keyOf(i)].emplace_back(bench::valueOf(table, i));
  int64_t sum = 0;
  for (const auto& [key, values] : groups) {
    for (const std::string& value : values) sum += value.front();
  }
  return sum;
}

const std::map<std::string, std::function<int64_t()>> kBenchmarks = {
    {"transfer", transferBySocket},
    {"memcpy", transferByCopy},
    {"shuffle", shuffle},
};

}  // namespace

int main(int argc, char** argv) {
  auto found = argc > 1 ? kBenchmarks.find(argv[1]) : kBenchmarks.end();
  if (found == kBenchmarks.end()) {
    std::fprintf(stderr, "usage: %s NAME\n", argv[0]);
    return 2;
  }
  auto start = std::chrono::steady_clock::now();
  const int64_t answer = found->second();
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("{\"seconds\": %.6f, \"answer\": %lld}\n", seconds.count(), static_cast<long long>(answer));
}
