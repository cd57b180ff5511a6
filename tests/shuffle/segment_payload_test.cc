#include "ferro/shuffle/segment_payload.h"

#include <arrow/array.h>
#include <arrow/buffer.h>
#include <arrow/record_batch.h>

#include "ferro/common/columns.h"
#include "ferro/shuffle/checksum.h"
#include "ferro/shuffle/fetched_segment.h"
#include "ferro_test.h"
#include "shuffle_fixture.h"

namespace ferro {
namespace {

// All bytes in a row, as a peer receives them.
std::shared_ptr<arrow::Buffer> gathered(const Payload& payload) {
  std::string bytes;
  for (const auto& part : payload.parts()) bytes += std::get<std::shared_ptr<arrow::Buffer>>(part)->ToString();
  return arrow::Buffer::FromString(std::move(bytes));
}

TEST_CASE("batches in memory are sent as they would lie in a file, and large buffers are not copied") {
  SplitMix64 random(3);
  std::vector<ReducerBatch> batches;
  for (const int64_t rows : {1, 40'000, 3, 9'000}) batches.push_back({0, randomBatch(random, rows)});
  batches.push_back({0, batches[1].batch->Slice(11, 5'000)});

  Payload payload;
  const SentSegment segment = addBatches(batches, true, arrow::default_memory_pool(), payload);
  const auto bytes = gathered(payload);
  CHECK(segment.length == bytes->size());
  CHECK(segment.length == payload.bytes());
  CHECK(segment.checksum == Checksum::of(bytes->data(), static_cast<size_t>(bytes->size())));

  FetchedSegment reader(bytes, true, testSchema(), arrow::default_memory_pool(), nullptr, "test");
  const Batches read = drain(reader);
  REQUIRE(read.size() == batches.size());
  for (size_t i = 0; i < read.size(); ++i) CHECK(read[i]->Equals(*batches[i].batch));

  const uint8_t* numbers = batches[1].batch->column_data(0)->buffers[1]->data();
  int referred = 0;
  for (const auto& part : payload.parts()) {
    if (std::get<std::shared_ptr<arrow::Buffer>>(part)->data() == numbers) ++referred;
  }
  CHECK(referred == 1);
}

TEST_CASE("without batches nothing is sent") {
  Payload payload;
  const SentSegment segment = addBatches({}, true, arrow::default_memory_pool(), payload);
  CHECK(segment.length == 0);
  CHECK_FALSE(segment.hasChecksum);
  CHECK(payload.parts().empty());
}

}  // namespace
}  // namespace ferro
