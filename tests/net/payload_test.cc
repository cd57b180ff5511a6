#include <unistd.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <random>

#include <arrow/buffer.h>

#include "ferro/common/temp_dir.h"
#include "ferro/net/message.h"
#include "ferro_test.h"
#include "net_fixture.h"

using namespace ferro;
using namespace ferro::test;

namespace {

// The sanitizers look at every byte: less of them prove the same.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr size_t kLarge = 20 << 20;
#else
constexpr size_t kLarge = 200 << 20;
#endif

struct Files {
  std::string write(const std::string& name, const std::string& content) {
    std::string path = directory.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  TempDir directory{std::filesystem::temp_directory_path().string()};
};

bool same(const Payload& payload, const std::string& expected) {
  const auto buffer = payload.buffer();
  return buffer->size() == static_cast<int64_t>(expected.size()) &&
         std::memcmp(buffer->data(), expected.data(), expected.size()) == 0;
}

}  // namespace

TEST_CASE("a payload gathered from many buffers and files arrives as one, byte for byte") {
  const bool tls = GENERATE(false, true);
  const uint64_t seed = std::random_device()();
  CAPTURE(tls, seed);
  std::mt19937_64 random(seed);
  Files files;
  TestPair pair(testOptions(tls));
  const ConnectionPtr connection = pair.connect();
  for (int round = 0; round < 20; ++round) {
    Message request = message(kinds::kEcho, std::string(random() % 10'000, 'b'));
    std::string expected;
    const size_t numParts = random() % 200;
    for (size_t part = 0; part < numParts; ++part) {
      const std::string bytes = patternedBytes(random() % (part % 10 == 0 ? 100'000 : 100), random());
      expected += bytes;
      if (part % 7 != 3) {
        request.payload.add(arrow::Buffer::FromString(bytes));
        continue;
      }
      const auto file = OpenFile::open(
          files.write("part" + std::to_string(round) + "-" + std::to_string(part), "before" + bytes + "after"));
      request.payload.add(FileRegion{file, 6, static_cast<int64_t>(bytes.size())});
      CHECK(file->size() == static_cast<int64_t>(bytes.size()) + 11);
    }
    REQUIRE(request.payload.bytes() == static_cast<int64_t>(expected.size()));
    const Message answer = connection->callAndWait(request, kSoon);
    REQUIRE(answer.body == request.body);
    REQUIRE(same(answer.payload, expected));
  }
}

TEST_CASE("200 MB go there from memory and come back, aligned to cache lines") {
  const bool tls = GENERATE(false, true);
  const std::string bytes = patternedBytes(kLarge, 17);
  TestPair pair(testOptions(tls));
  Message request = message(kinds::kEcho);
  request.payload.add(std::make_shared<arrow::Buffer>(bytes));
  const Message answer = pair.connect()->callAndWait(std::move(request), kSoon);
  CHECK(same(answer.payload, bytes));
  CHECK(reinterpret_cast<uintptr_t>(answer.payload.buffer()->data()) % 64 == 0);
}

TEST_CASE("200 MB go there from a file") {
  const bool tls = GENERATE(false, true);
  Files files;
  const std::string bytes = patternedBytes(kLarge, 23);
  const auto file = OpenFile::open(files.write("large", bytes));
  TestPair pair(testOptions(tls));
  Message request = message(kinds::kEcho);
  request.payload.add(FileRegion{file, 0, file->size()});
  CHECK(same(pair.connect()->callAndWait(std::move(request), kSoon).payload, bytes));
}

TEST_CASE("a large body arrives") {
  TestPair pair(testOptions());
  const std::string body = patternedBytes((10 << 20) + 17, 5);
  CHECK(pair.connect()->callAndWait(message(kinds::kEcho, body), kSoon).body == body);
}

TEST_CASE("a file that is shorter than promised ends the connection with a line, not the process") {
  const bool tls = GENERATE(false, true);
  CAPTURE(tls);
  const LogRecorder log;
  Files files;
  const std::string path = files.write("shrinks", std::string(3 << 20, 'x'));
  const auto file = OpenFile::open(path);
  std::filesystem::resize_file(path, 2 << 20);
  TestPair pair(testOptions(tls));
  const ConnectionPtr connection = pair.connect();
  Message request = message(kinds::kEcho);
  request.payload.add(FileRegion{file, 0, 3 << 20});
  CHECK_THROWS_AS(connection->callAndWait(std::move(request), kSoon), Error);
  CHECK(eventually([&] { return pair.server.numConnections() == 0; }));
  REQUIRE(log.lines().size() == 1);
  CHECK_THAT(log.lines().front(), Catch::Contains("shorter"));
}

TEST_CASE("a peer that leaves while a file is sent to it does not end the process") {
  Files files;
  const auto file = OpenFile::open(files.write("large", std::string(64 << 20, 'x')));
  TestPair pair(testOptions());
  for (int i = 0; i < 10; ++i) {
    const ConnectionPtr connection = pair.connect();
    Message request = message(kinds::kEcho);
    request.payload.add(FileRegion{file, 0, file->size()});
    std::promise<Reply> over;
    connection->call(std::move(request), kSoon, [&](Reply reply) { over.set_value(std::move(reply)); });
    REQUIRE(eventually([&] { return pair.server.numConnections() == 1; }));
    if (i % 2 == 0) connection->close("enough");
    else pair.serverLoop.post([&] { pair.server.stop(); });
    over.get_future().get();
    if (i % 2 == 1) break;
  }
}

TEST_CASE("a client that asks for more than may be queued gets all of it, little by little") {
  const bool tls = GENERATE(false, true);
  NetOptions options = testOptions(tls);
  options.maxQueuedBytes = 100'000;
  TestPair pair(options);
  const ConnectionPtr connection = pair.connect();
  std::vector<std::future<Reply>> answers;
  for (int i = 0; i < 100; ++i) {
    const auto promise = std::make_shared<std::promise<Reply>>();
    answers.push_back(promise->get_future());
    connection->call(message(kinds::kBytes, std::to_string(1'000'000 + i)), kSoon,
                     [promise](Reply reply) { promise->set_value(std::move(reply)); });
  }
  for (int i = 0; i < 100; ++i) {
    REQUIRE(answers[static_cast<size_t>(i)].get().take().payload.bytes() == 1'000'000 + i);
  }
}

TEST_CASE("a file that does not exist is an error that names it") {
  CHECK_THROWS_WITH(OpenFile::open("/does/not/exist"), Catch::Contains("/does/not/exist"));
}

TEST_CASE("only a received payload lies in one buffer") {
  Payload payload;
  CHECK(payload.buffer()->size() == 0);
  payload.add(arrow::Buffer::FromString("a"));
  CHECK(payload.buffer()->ToString() == "a");
  payload.add(arrow::Buffer::FromString(""));
  CHECK(payload.parts().size() == 1);
  payload.add(arrow::Buffer::FromString("b"));
  CHECK_THROWS_AS(payload.buffer(), Error);
}
