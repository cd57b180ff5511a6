#include "ferro/shuffle/batch_bytes.h"

#include <malloc.h>

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <arrow/ipc/writer.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/util/byte_size.h>

#include "ferro/common/columns.h"
#include "ferro_test.h"

namespace ferro {
namespace {

template <class T>
std::shared_ptr<arrow::RecordBatch> batchOf(const T& row, int rows) {
  RowWriter<T> writer(arrow::default_memory_pool());
  for (int i = 0; i < rows; ++i) writer.append(row);
  return writer.finish();
}

// What a batch is counted as beyond its buffers.
int64_t overhead(const arrow::RecordBatch& batch) { return shuffledBytes(*batch.Slice(0, 0)); }

void checkAgainstArrow(const std::shared_ptr<arrow::RecordBatch>& whole) {
  for (const auto& batch : {whole, whole->Slice(100, 200), whole->Slice(0, 8)}) {
    const auto expected = static_cast<double>(*arrow::util::ReferencedBufferSize(*batch));
    const auto counted = static_cast<double>(shuffledBytes(*batch) - overhead(*batch));
    // A batch of its own counts with what was allocated for it, which may be a third more.
    CHECK(counted >= expected - 64);
    CHECK(counted <= expected * (batch == whole ? 1.34 : 1.0) + 4 * 64);
  }
}

TEST_CASE("the bytes of a batch are those that Arrow counts, for whole batches and slices") {
  checkAgainstArrow(batchOf<int64_t>(1, 1000));
  checkAgainstArrow(batchOf<bool>(true, 1000));
  checkAgainstArrow(batchOf<std::optional<double>>(1.5, 1000));
  checkAgainstArrow(batchOf<std::pair<int32_t, std::string>>({1, "some text"}, 1000));
  checkAgainstArrow(batchOf<std::pair<int32_t, std::vector<double>>>({1, {1.0, 2.0, 3.0}}, 1000));
}

// Many small batches cost more in objects than in rows; a store that does not count that fills far more than its limit.
TEST_CASE("small batches count with all the memory that they take") {
  constexpr int kBatches = 20'000;
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  batches.reserve(kBatches);
  const auto taken = [] {
    return static_cast<int64_t>(mallinfo2().uordblks) + arrow::default_memory_pool()->bytes_allocated();
  };
  const int64_t before = taken();
  int64_t counted = 0;
  for (int i = 0; i < kBatches; ++i) {
    batches.push_back(batchOf<std::pair<int64_t, std::string>>({i, "text"}, 1));
    counted += shuffledBytes(*batches.back());
  }
  const auto inTruth = static_cast<double>(taken() - before);
  CAPTURE(static_cast<double>(counted) / kBatches, inTruth / kBatches);
  CHECK(static_cast<double>(counted) > 0.95 * inTruth);
  CHECK(static_cast<double>(counted) < 1.5 * inTruth);
}

void checkAgainstMessage(const std::shared_ptr<arrow::RecordBatch>& whole) {
  for (const auto& batch : {whole, whole->Slice(100, 200), whole->Slice(0, 8), whole->Slice(3, 1)}) {
    int64_t message = 0;
    REQUIRE(arrow::ipc::GetRecordBatchSize(*batch, &message).ok());
    CAPTURE(batch->schema()->ToString(), batch->num_rows());
    CHECK(sentBytes(*batch) >= message);
    CHECK(sentBytes(*batch) <= message + 64 + 32 * batch->num_columns());
  }
}

// A window of a fetcher holds only if no segment is larger than its size in the driver's table.
TEST_CASE("a batch is never larger as a message than it was counted") {
  checkAgainstMessage(batchOf<int64_t>(1, 1000));
  checkAgainstMessage(batchOf<bool>(true, 1000));
  checkAgainstMessage(batchOf<std::optional<double>>(1.5, 1000));
  checkAgainstMessage(batchOf<std::optional<double>>(std::nullopt, 1000));
  checkAgainstMessage(batchOf<std::pair<int32_t, std::string>>({1, "some text"}, 1000));
  checkAgainstMessage(batchOf<std::pair<int32_t, std::vector<double>>>({1, {1.0, 2.0, 3.0}}, 1000));
  checkAgainstMessage(batchOf<std::tuple<int64_t, int64_t, double, std::string, bool, int32_t>>({}, 1000));
}

TEST_CASE("even an empty batch takes memory") { CHECK(overhead(*batchOf<int64_t>(1, 10)) > 0); }

}  // namespace
}  // namespace ferro
