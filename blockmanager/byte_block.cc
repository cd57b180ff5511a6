#include "ferro/blockmanager/byte_block.h"

#include <utility>
#include <vector>

#include <arrow/array/array_binary.h>
#include <arrow/buffer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"

namespace ferro {
namespace {

class BytesOfBlock final : public arrow::Buffer {
 public:
  BytesOfBlock(const uint8_t* data, int64_t size, std::shared_ptr<const Block> block)
      : arrow::Buffer(data, size), block_(std::move(block)) {}

 private:
  const std::shared_ptr<const Block> block_;
};

}  // namespace

std::shared_ptr<const Block> blockOfBytes(const std::shared_ptr<arrow::Buffer>& bytes) {
  auto offsets = arrow::Buffer::FromVector(std::vector<int64_t>{0, bytes->size()});
  auto column = std::make_shared<arrow::LargeBinaryArray>(1, std::move(offsets), bytes);
  auto schema = arrow::schema({arrow::field("bytes", arrow::large_binary(), false)});
  return std::make_shared<const Block>(
      std::vector{arrow::RecordBatch::Make(std::move(schema), 1, {std::move(column)})});
}

std::shared_ptr<arrow::Buffer> bytesOf(const std::shared_ptr<const Block>& block) {
  const auto& batches = block->batches();
  const bool isOne = batches.size() == 1 && batches[0]->num_rows() == 1 && batches[0]->num_columns() == 1 &&
                     batches[0]->column(0)->type_id() == arrow::Type::LARGE_BINARY;
  if (!isOne) throw Error(ErrorCode::kMalformedData, "a block that should hold plain bytes holds something else");
  const auto view = static_cast<const arrow::LargeBinaryArray&>(*batches[0]->column(0)).GetView(0);
  return std::make_shared<BytesOfBlock>(reinterpret_cast<const uint8_t*>(view.data()),
                                        static_cast<int64_t>(view.size()), block);
}

}  // namespace ferro
