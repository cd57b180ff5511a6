#include "ferro/net/frame.h"

#include <algorithm>
#include <random>

#include <arrow/buffer.h>
#include <arrow/memory_pool.h>

#include "ferro/net/frame_reader.h"
#include "ferro/net/write_queue.h"
#include "ferro_test.h"
#include "net_fixture.h"

using namespace ferro;
using namespace ferro::test;

namespace {

constexpr FrameLimits kLimits{1000, 5000};

FrameHeader sampleHeader() {
  FrameHeader header;
  header.type = FrameType::kRequest;
  header.kind = 0x301;
  header.id = 0x1122334455667788;
  header.bodyBytes = 1000;
  header.payloadBytes = 5000;
  return header;
}

std::string errorOf(const std::string& bytes) {
  try {
    decodeFrameHeader(bytes, kLimits);
    return "";
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kMalformedData);
    return error.what();
  }
}

// All that the queue would send.
std::string drained(WriteQueue& queue, size_t step) {
  std::string bytes;
  std::vector<WriteQueue::Memory> memory;
  while (!queue.empty()) {
    queue.gather(3, memory);
    size_t taken = 0;
    for (const auto& piece : memory) {
      const size_t part = std::min(piece.size, step - taken);
      bytes.append(piece.data, part);
      taken += part;
    }
    queue.sent(taken);
  }
  return bytes;
}

void feed(FrameReader& reader, std::string_view bytes) {
  for (const FrameReader::Space& space : reader.space()) {
    const size_t part = std::min(space.size, bytes.size());
    if (part > 0) std::copy_n(bytes.data(), part, space.data);
    bytes.remove_prefix(part);
  }
  if (!bytes.empty()) FAIL("a reader gave less space than it said");
}

size_t room(FrameReader& reader) {
  size_t total = 0;
  for (const FrameReader::Space& space : reader.space()) total += space.size;
  return total;
}

}  // namespace

TEST_CASE("a frame header reads back as it was written, in 32 bytes") {
  const std::string bytes = encodeFrameHeader(sampleHeader());
  REQUIRE(bytes.size() == kFrameHeaderBytes);
  const FrameHeader header = decodeFrameHeader(bytes, kLimits);
  CHECK(header.type == FrameType::kRequest);
  CHECK(header.kind == 0x301);
  CHECK(header.id == 0x1122334455667788);
  CHECK(header.bodyBytes == 1000);
  CHECK(header.payloadBytes == 5000);
}

TEST_CASE("a frame header that breaks a rule is refused with the rule") {
  std::string bytes = encodeFrameHeader(sampleHeader());
  SECTION("magic") {
    bytes[0] = 'x';
    CHECK_THAT(errorOf(bytes), Catch::Contains("no frame"));
  }
  SECTION("version") {
    bytes[2] = 9;
    CHECK_THAT(errorOf(bytes), Catch::Contains("version 9"));
  }
  SECTION("type") {
    bytes[3] = 6;
    CHECK_THAT(errorOf(bytes), Catch::Contains("type 6"));
    bytes[3] = 0;
    CHECK_THAT(errorOf(bytes), Catch::Contains("type 0"));
  }
  SECTION("reserved") {
    bytes[7] = 1;
    CHECK_THAT(errorOf(bytes), Catch::Contains("reserved"));
  }
  SECTION("limits") {
    FrameHeader header = sampleHeader();
    header.bodyBytes = 1001;
    CHECK_THAT(errorOf(encodeFrameHeader(header)), Catch::Contains("1001") && Catch::Contains("1000"));
    header = sampleHeader();
    header.payloadBytes = 5001;
    CHECK_THAT(errorOf(encodeFrameHeader(header)), Catch::Contains("5001"));
  }
  SECTION("no id") {
    FrameHeader header = sampleHeader();
    header.id = 0;
    CHECK_THAT(errorOf(encodeFrameHeader(header)), Catch::Contains("id"));
  }
  SECTION("a cancellation or an error with data") {
    FrameHeader header = sampleHeader();
    header.type = FrameType::kErrorAnswer;
    CHECK_FALSE(errorOf(encodeFrameHeader(header)).empty());
    header.type = FrameType::kCancel;
    header.payloadBytes = 0;
    CHECK_FALSE(errorOf(encodeFrameHeader(header)).empty());
  }
  SECTION("too short") { CHECK_FALSE(errorOf(bytes.substr(0, 31)).empty()); }
}

TEST_CASE("errors read back with code and text, and bad ones are refused") {
  const Error error = decodeError(encodeError(Error(ErrorCode::kNotFound, "where?")));
  CHECK(error.code() == ErrorCode::kNotFound);
  CHECK(std::string(error.what()) == "where?");
  CHECK(std::string(decodeError(encodeError(Error(ErrorCode::kIo, std::string(100'000, 'x')))).what()).size() ==
        65'536);
  CHECK_THROWS_AS(decodeError(""), Error);
  CHECK_THROWS_AS(decodeError("\x7f"), Error);
  CHECK_THROWS_AS(decodeError(encodeError(error) + "more"), Error);
}

TEST_CASE("messages in pieces of any size come out as they went in") {
  const uint64_t seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 40; ++round) {
    WriteQueue queue;
    std::vector<std::pair<std::string, std::string>> sent;
    for (uint64_t id = 1; id <= 10; ++id) {
      sent.emplace_back(patternedBytes(random() % 9000, random()), patternedBytes(random() % 50'000, random()));
      Payload payload;
      const size_t cut = sent.back().second.size() / 2;
      payload.add(arrow::Buffer::FromString(sent.back().second.substr(0, cut)));
      payload.add(arrow::Buffer::FromString(sent.back().second.substr(cut)));
      FrameHeader header;
      header.id = id;
      queue.push(header, sent.back().first, payload);
    }
    CHECK(queue.answerBytes() == 0);
    const std::string bytes = drained(queue, 1 + random() % 100'000);

    FrameReader reader({9000, 50'000});
    std::vector<std::pair<std::string, std::string>> received;
    const size_t most = 1 + random() % (round % 2 == 0 ? 100 : 100'000);
    for (size_t at = 0; at < bytes.size();) {
      const size_t step = std::min({most, bytes.size() - at, room(reader)});
      feed(reader, std::string_view(bytes).substr(at, step));
      reader.filled(step);
      at += step;
      while (auto frame = reader.next()) {
        if (frame->header.id != received.size() + 1) FAIL("a message is missing");
        received.emplace_back(frame->message.body, textOf(frame->message.payload));
      }
    }
    REQUIRE(received == sent);
    CHECK_FALSE(reader.midFrame());
  }
}

TEST_CASE("bytes of answers count until they have gone out") {
  WriteQueue queue;
  FrameHeader header;
  header.id = 1;
  header.type = FrameType::kAnswer;
  Payload payload;
  payload.add(arrow::Buffer::FromString(std::string(1000, 'x')));
  queue.push(header, "body", payload);
  CHECK(queue.answerBytes() == 1036);
  queue.sent(36);
  CHECK(queue.answerBytes() == 1000);
  queue.sent(999);
  CHECK(queue.answerBytes() == 1);
  queue.sent(1);
  CHECK(queue.empty());
}

TEST_CASE("a payload takes memory as its bytes arrive, not as they are claimed") {
  constexpr uint64_t kClaimed = uint64_t{6} << 30;
  FrameHeader header = sampleHeader();
  header.bodyBytes = 0;
  header.payloadBytes = kClaimed;
  const int64_t before = arrow::default_memory_pool()->bytes_allocated();
  FrameReader reader({1000, kClaimed});
  const std::string start = encodeFrameHeader(header);
  feed(reader, start);
  reader.filled(start.size());
  CHECK(!reader.next());
  CHECK(reader.midFrame());
  CHECK(arrow::default_memory_pool()->bytes_allocated() - before <= 2 << 20);
  const std::string bytes(256 << 10, 'x');
  for (int i = 0; i < 8; ++i) {
    const auto part = std::string_view(bytes).substr(0, room(reader));
    feed(reader, part);
    reader.filled(part.size());
    CHECK(!reader.next());
  }
  CHECK(arrow::default_memory_pool()->bytes_allocated() - before <= 16 << 20);
}

TEST_CASE("a payload of many megabytes comes out as it went in, and the message behind it too") {
  const std::string payload = patternedBytes(9'000'001, 7);
  WriteQueue queue;
  FrameHeader header;
  header.type = FrameType::kOneWay;
  header.id = 1;
  Payload parts;
  parts.add(arrow::Buffer::FromString(payload));
  queue.push(header, "first", std::move(parts));
  header.id = 2;
  queue.push(header, "second", {});
  const std::string bytes = drained(queue, 1 << 20);
  FrameReader reader({1000, 10'000'000});
  std::vector<Frame> frames;
  for (std::string_view left = bytes; !left.empty();) {
    const size_t part = std::min(left.size(), std::min<size_t>(room(reader), 100'000));
    feed(reader, left.substr(0, part));
    reader.filled(part);
    left.remove_prefix(part);
    while (auto frame = reader.next()) frames.push_back(std::move(*frame));
  }
  REQUIRE(frames.size() == 2);
  CHECK(frames[0].message.body == "first");
  CHECK((textOf(frames[0].message.payload) == payload));
  CHECK(frames[1].message.body == "second");
}
