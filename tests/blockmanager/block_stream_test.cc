#include "ferro/blockmanager/block_stream.h"

#include <functional>
#include <random>
#include <string>
#include <vector>

#include <arrow/array/builder_binary.h>
#include <arrow/array/builder_nested.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/buffer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/byte_block.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;

namespace {

// What arrives at the other end.
std::shared_ptr<arrow::Buffer> received(const Payload& payload) {
  std::shared_ptr<arrow::Buffer> whole = valueOf(arrow::AllocateBuffer(payload.bytes()), "payload for a test");
  uint8_t* next = whole->mutable_data();
  for (const auto& part : payload.parts()) {
    const auto& buffer = std::get<std::shared_ptr<arrow::Buffer>>(part);
    next = std::copy_n(buffer->data(), buffer->size(), next);
  }
  return whole;
}

std::shared_ptr<const Block> throughStream(const std::shared_ptr<const Block>& block) {
  const BlockStream stream = encodeBlock(block);
  return decodeBlock(received(stream.payload), stream.checksum);
}

bool sameBatches(const Block& a, const Block& b) {
  if (a.batches().size() != b.batches().size()) return false;
  for (size_t i = 0; i < a.batches().size(); ++i) {
    if (!a.batches()[i]->Equals(*b.batches()[i], true)) return false;
  }
  return true;
}

ErrorCode codeOf(const std::function<void()>& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.code();
  }
  FAIL("nothing was thrown");
  return ErrorCode::kInternal;
}

std::shared_ptr<const Block> oneBlock(std::vector<std::shared_ptr<arrow::RecordBatch>> batches) {
  return std::make_shared<const Block>(std::move(batches));
}

}  // namespace

TEST_CASE("a block comes out of its stream as it went in") {
  CHECK(sameBatches(*throughStream(oneBlock({test::numbers(100'000)})), Block({test::numbers(100'000)})));
  CHECK(sameBatches(*throughStream(oneBlock({test::numbers(1)})), Block({test::numbers(1)})));
  CHECK(sameBatches(*throughStream(oneBlock({test::numbers(0)})), Block({test::numbers(0)})));
  CHECK(throughStream(oneBlock({}))->batches().empty());
  const auto nested = test::nested(1000, 7);
  CHECK(sameBatches(*throughStream(oneBlock({nested})), Block({nested})));
  std::vector<std::shared_ptr<arrow::RecordBatch>> many;
  for (int i = 0; i < 300; ++i) many.push_back(test::words(i, static_cast<uint64_t>(i)));
  CHECK(sameBatches(*throughStream(oneBlock(many)), Block(many)));
  const auto slice = test::words(1000, 3)->Slice(17, 500);
  CHECK(sameBatches(*throughStream(oneBlock({slice})), Block({slice})));
}

TEST_CASE("the buffers of a block are sent and read where they are") {
  const auto block = oneBlock({test::numbers(100'000)});
  const uint8_t* values = block->batches()[0]->column_data(0)->buffers[1]->data();
  const BlockStream stream = encodeBlock(block);
  bool isShared = false;
  for (const auto& part : stream.payload.parts()) {
    isShared = isShared || std::get<std::shared_ptr<arrow::Buffer>>(part)->data() == values;
  }
  CHECK(isShared);
  const auto bytes = received(stream.payload);
  const auto again = decodeBlock(bytes, stream.checksum);
  const uint8_t* read = again->batches()[0]->column_data(0)->buffers[1]->data();
  CHECK(read >= bytes->data());
  CHECK(read < bytes->data() + bytes->size());
}

TEST_CASE("a block that is being sent is in use and not evicted, and the stream needs neither block nor manager") {
  auto arbiter = std::make_unique<MemoryArbiter>(16 * test::kKilobyte, 0.5);
  const TempDir root("/tmp");
  const LocalDirs dirs({root.path()});
  auto manager = std::make_unique<BlockManager>(*arbiter, dirs);
  REQUIRE(manager->put(BlockId::rdd(1, 0), test::blockOf(10 * test::kKilobyte), StorageLevel::MEMORY_ONLY));
  const BlockStream stream = encodeBlock(manager->get(BlockId::rdd(1, 0)));
  CHECK_FALSE(manager->put(BlockId::rdd(2, 0), test::blockOf(10 * test::kKilobyte), StorageLevel::MEMORY_ONLY));
  manager.reset();
  arbiter.reset();
  const auto block = decodeBlock(received(stream.payload), stream.checksum);
  CHECK(test::valuesOf(*block) == test::valuesOf(*test::blockOf(10 * test::kKilobyte)));
}

TEST_CASE("a flipped bit, a cut and an appendix are noticed, with a checksum and without") {
  const uint64_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  const BlockStream stream = encodeBlock(oneBlock({test::words(500, seed), test::words(500, seed + 1)}));
  const auto whole = received(stream.payload);
  for (int round = 0; round < 200; ++round) {
    auto flipped = valueOf(whole->CopySlice(0, whole->size()), "copying");
    flipped->mutable_data()[random() % static_cast<uint64_t>(whole->size())] ^= static_cast<uint8_t>(1 << random() % 8);
    CHECK(codeOf([&] { decodeBlock(flipped, stream.checksum); }) == ErrorCode::kMalformedData);
    const auto cut =
        arrow::SliceBuffer(whole, 0, static_cast<int64_t>(random() % static_cast<uint64_t>(whole->size())));
    CHECK(codeOf([&] { decodeUncheckedBlock(cut); }) == ErrorCode::kMalformedData);
    // Without a checksum a changed value may pass for another value, but nobody reads where nothing is.
    try {
      const auto block = decodeUncheckedBlock(flipped);
      for (const auto& batch : block->batches()) check(batch->ValidateFull(), "validating");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kMalformedData);
    }
  }
  const std::string appended = whole->ToString() + std::string("\xFF\xFF\xFF\xFF\0\0\0\0", 8);
  CHECK(codeOf([&] { decodeUncheckedBlock(arrow::Buffer::FromString(appended)); }) == ErrorCode::kMalformedData);
  CHECK(codeOf([&] { decodeUncheckedBlock(arrow::Buffer::FromString("")); }) == ErrorCode::kMalformedData);
}

TEST_CASE("bytes become a block and bytes again without a copy") {
  const auto bytes = arrow::Buffer::FromString("what a task found out");
  const auto block = blockOfBytes(bytes);
  CHECK(bytesOf(block)->data() == bytes->data());
  CHECK(bytesOf(throughStream(block))->ToString() == "what a task found out");
  CHECK(bytesOf(blockOfBytes(arrow::Buffer::FromString("")))->size() == 0);
  CHECK(codeOf([] { bytesOf(test::blockOf(64)); }) == ErrorCode::kMalformedData);
}
