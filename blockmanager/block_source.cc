#include "ferro/blockmanager/block_source.h"

#include <utility>

#include "ferro/blockmanager/lazy_batch.h"

namespace ferro {
namespace {

class BlockSource final : public BatchSource {
 public:
  explicit BlockSource(std::shared_ptr<const Block> block) : block_(std::move(block)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    if (next_ == block_->batches().size()) return nullptr;
    const auto& batch = block_->batches()[next_++];
    // What comes from disk is verified, and let go of, each time that it is read.
    const auto* stored = dynamic_cast<const LazyBatch*>(batch.get());
    return stored == nullptr ? batch : stored->unread();
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
