#include "ferro/blockmanager/block_source.h"

#include <utility>

namespace ferro {
namespace {

class BlockSource final : public BatchSource {
 public:
  explicit BlockSource(std::shared_ptr<const Block> block) : block_(std::move(block)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    return next_ == block_->batches().size() ? nullptr : block_->batches()[next_++];
  }

 private:
  const std::shared_ptr<const Block> block_;
  size_t next_ = 0;
};

}  // namespace

std::unique_ptr<BatchSource> sourceOf(std::shared_ptr<const Block> block) {
  return std::make_unique<BlockSource>(std::move(block));
}

}  // namespace ferro
