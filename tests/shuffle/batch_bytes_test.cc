#include "ferro/shuffle/batch_bytes.h"

#include <optional>
#include <string>
#include <vector>

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
int64_t overhead(const arrow::RecordBatch& batch) { return batchBytes(*batch.Slice(0, 0)); }

void checkAgainstArrow(const std::shared_ptr<arrow::RecordBatch>& whole) {
  for (const auto& batch : {whole, whole->Slice(100, 200), whole->Slice(0, 8)}) {
    const auto expected = static_cast<double>(*arrow::util::ReferencedBufferSize(*batch));
    const auto counted = static_cast<double>(batchBytes(*batch) - overhead(*batch));
    CHECK(counted == Approx(expected).margin(64));
  }
}

TEST_CASE("the bytes of a batch are those that Arrow counts, for whole batches and slices") {
  checkAgainstArrow(batchOf<int64_t>(1, 1000));
  checkAgainstArrow(batchOf<bool>(true, 1000));
  checkAgainstArrow(batchOf<std::optional<double>>(1.5, 1000));
  checkAgainstArrow(batchOf<std::pair<int32_t, std::string>>({1, "some text"}, 1000));
  checkAgainstArrow(batchOf<std::pair<int32_t, std::vector<double>>>({1, {1.0, 2.0, 3.0}}, 1000));
}

TEST_CASE("even an empty batch takes memory") { CHECK(overhead(*batchOf<int64_t>(1, 10)) > 0); }

}  // namespace
}  // namespace ferro
