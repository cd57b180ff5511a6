#include "ferro/engine/exec/merge_join.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <arrow/record_batch.h>
#include <arrow/util/byte_size.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/exec/join_probe.h"
#include "ferro/engine/exec/join_table.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/exec/sorted_rows.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// What most windows take. Claimed before the sorts of both sides take what is free.
constexpr int64_t kWindowBytes = 1 << 20;

// Windows are slices of the batches that a sort gave; only the rows in them count.
int64_t bytesOf(const arrow::RecordBatch& slice) {
  return valueOf(arrow::util::ReferencedBufferSize(slice), "the size of a batch");
}

class MergedRows final : public BatchIterator {
 public:
  MergedRows(TaskContext& context, JoinSpec spec, std::shared_ptr<arrow::Schema> build,
             std::shared_ptr<arrow::Schema> joined, BatchIteratorPtr left, BatchIteratorPtr right, int partition)
      : context_(context),
        spec_(std::move(spec)),
        buildSchema_(std::move(build)),
        joined_(std::move(joined)),
        partition_(partition),
        build_(std::move(spec_.buildLeft ? left : right), buildKeys()),
        probe_(std::move(spec_.buildLeft ? right : left), spec_.buildLeft ? spec_.rightKeys : spec_.leftKeys),
        claim_(context, "merge join") {
    claim_.grow(kWindowBytes);
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (!ended_) {
      if (!window_) openWindow();
      if (auto batch = window_->probe.next()) return batch;
      if (auto rows = probe_.takeBefore(build_.nextKey())) {
        window_->probe.start(std::move(rows));
      } else if (auto batch = window_->probe.nextUnprobed()) {
        return batch;
      } else {
        ended_ = !build_.nextKey();
        window_.reset();
      }
    }
    return nullptr;
  }

 private:
  // The rows of one side whose keys are in a range, and what is looked up in them.
  struct Window {
    Window(TaskContext& context, const JoinSpec& spec, std::unique_ptr<JoinTable> rows,
           std::shared_ptr<arrow::Schema> joined, int partition)
        : table(std::move(rows)), probe(context, spec, *table, std::move(joined), partition) {}
    std::unique_ptr<JoinTable> table;
    JoinProbe probe;
  };

  const std::vector<int>& buildKeys() const { return spec_.buildLeft ? spec_.leftKeys : spec_.rightKeys; }

  void openWindow() {
    context_.throwIfCancelled();
    auto table = std::make_unique<JoinTable>(buildSchema_, buildKeys());
    int64_t bytes = 0;
    for (const auto& batch : build_.takeWindow()) {
      bytes += bytesOf(*batch);
      table->add(batch);
    }
    table->finish();
    claimFor(bytes + table->indexBytes());
    window_.emplace(context_, spec_, std::move(table), joined_, partition_);
  }

  void claimFor(int64_t bytes) {
    const int64_t wanted = std::max(bytes, kWindowBytes);
    if (wanted > claim_.held()) claim_.grow(wanted - claim_.held());
    if (wanted < claim_.held()) claim_.shrink(claim_.held() - wanted);
  }

  TaskContext& context_;
  JoinSpec spec_;
  std::shared_ptr<arrow::Schema> buildSchema_;
  std::shared_ptr<arrow::Schema> joined_;
  int partition_;
  SortedRows build_;
  SortedRows probe_;
  MemoryClaim claim_;
  std::optional<Window> window_;
  bool ended_ = false;
};

// Arguments: the join, and the schema of the side that tables are made of.
class MergeJoinNode final : public BatchNodeWith<MergeJoinNode, JoinSpec, std::shared_ptr<arrow::Schema>> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override {
    auto left = takeBatches(inputs, 0);
    auto right = takeBatches(inputs, 1);
    return std::make_unique<MergedRows>(context, argument<0>(), argument<1>(), schema(), std::move(left),
                                        std::move(right), partition);
  }
};

}  // namespace

BatchNodePtr mergeJoin(const SessionPtr& session, const BatchNodePtr& left, const BatchNodePtr& right,
                       const JoinSpec& spec) {
  if (left->numPartitions() != right->numPartitions()) throwInternal("a join of different numbers of partitions");
  return detail::makeBatchNode<MergeJoinNode>(
      session, "mergeJoin", left->numPartitions(), LineageParents{{left, right}, {}},
      joinSchema(spec, *left->schema(), *right->schema()), withColumns(spec, *left->schema(), *right->schema()),
      spec.buildLeft ? left->schema() : right->schema());
}

}  // namespace ferro
