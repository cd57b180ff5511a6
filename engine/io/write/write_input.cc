#include "ferro/engine/io/write/write_input.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ferro {
namespace {

class NoRows final : public BatchNodeWith<NoRows> {
 public:
  using NoRows::BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs&) const override {
    class Nothing final : public BatchIterator {
      std::shared_ptr<arrow::RecordBatch> next() override { return nullptr; }
    };
    return std::make_unique<Nothing>();
  }
};

// Each partition is a run of the parent's, one after the other. The argument is the parent's number of partitions.
class MergedPartitions final : public BatchNodeWith<MergedPartitions, int> {
 public:
  using MergedPartitions::BatchNodeWith::BatchNodeWith;

  bool opensInputsOnDemand() const override { return true; }

  void narrowInputs(int partition, int, std::vector<NarrowInput>& inputs) const override {
    const int64_t before = argument<0>();
    const int64_t after = numPartitions();
    for (int64_t i = partition * before / after; i < (partition + 1) * before / after; ++i) {
      inputs.push_back({0, static_cast<int>(i)});
    }
  }

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    class Merged final : public BatchIterator {
     public:
      explicit Merged(std::unique_ptr<PartitionInputs> inputs) : inputs_(std::move(inputs)) {}

      std::shared_ptr<arrow::RecordBatch> next() override {
        while (true) {
          if (batches_ != nullptr) {
            if (auto batch = batches_->next()) return batch;
          }
          if (input_ == inputs_->size()) return nullptr;
          batches_ = takeBatches(*inputs_, input_++);
        }
      }

     private:
      std::unique_ptr<PartitionInputs> inputs_;
      size_t input_ = 0;
      BatchIteratorPtr batches_;
    };
    return std::make_unique<Merged>(inputs.keep());
  }
};

}  // namespace

BatchNodePtr inputOfWrite(const SessionPtr& session, const BatchNodePtr& rows, std::optional<int64_t> bytes,
                          int64_t targetFileBytes) {
  NodeInfo info{.id = detail::newNodeId(*session), .name = "write", .numPartitions = 1, .partitioner = nullptr};
  const int before = rows->numPartitions();
  if (before == 0) {
    return std::make_shared<const NoRows>(std::move(info), LineageParents{}, rows->schema(), std::tuple<>());
  }
  if (!bytes) return rows;
  const int64_t needed =
      std::max<int64_t>((*bytes + targetFileBytes - 1) / targetFileBytes, detail::defaultParallelism(*session));
  if (before < 2 * needed) return rows;
  info.numPartitions = static_cast<int>(needed);
  return std::make_shared<const MergedPartitions>(std::move(info), LineageParents{{rows}, {}}, rows->schema(),
                                                  std::make_tuple(before));
}

}  // namespace ferro
