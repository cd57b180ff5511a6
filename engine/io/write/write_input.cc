#include "ferro/engine/io/write/write_input.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "ferro/engine/exec/narrow.h"

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

}  // namespace

BatchNodePtr inputOfWrite(const SessionPtr& session, const BatchNodePtr& rows, std::optional<int64_t> bytes,
                          int64_t targetFileBytes) {
  const int before = rows->numPartitions();
  if (before == 0) {
    NodeInfo info{detail::newNodeId(*session), "write", 1, nullptr};
    return std::make_shared<const NoRows>(std::move(info), LineageParents{}, rows->schema(), std::tuple<>());
  }
  if (!bytes) return rows;
  const int64_t needed =
      std::max<int64_t>((*bytes + targetFileBytes - 1) / targetFileBytes, detail::defaultParallelism(*session));
  if (before < 2 * needed) return rows;
  return coalesceBatches(session, rows, static_cast<int>(needed));
}

}  // namespace ferro
