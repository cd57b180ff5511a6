#include "ferro/engine/exec/exchange_sizes.h"

#include <algorithm>
#include <numeric>

#include <arrow/type.h>

#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/session_core.h"

namespace ferro {
namespace {

class NoBatches final : public BatchIterator {
 public:
  std::shared_ptr<arrow::RecordBatch> next() override { return nullptr; }
};

// One task that reads nothing, but whose stage comes after the exchange's.
class AfterExchange final : public BatchNodeWith<AfterExchange> {
 public:
  using BatchNodeWith::BatchNodeWith;
  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs&) const override {
    return std::make_unique<NoBatches>();
  }
};

class NothingSink final : public SinkWith<NothingSink> {
 public:
  using SinkWith::SinkWith;
  std::unique_ptr<TaskValue> run(TaskContext&, const Node&, UntypedIterator&) const override {
    return std::make_unique<TypedTaskValue<bool>>(true);
  }
  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<TypedTaskValue<bool>>(decoder.read<bool>());
  }
};

}  // namespace

std::vector<int64_t> runMapSide(const SessionPtr& session, const ExchangePtr& exchange) {
  const auto node =
      detail::makeBatchNode<AfterExchange>(session, "map side", 1, LineageParents{{}, {exchange}}, arrow::schema({}));
  detail::runJob(*session, node, std::make_shared<const NothingSink>(std::tuple<>()), {0}, "exchange",
                 [](int, TaskValue&) {});
  auto bytes = session->services()->outputs.reducerSizes(exchange->shuffleId());
  bytes.resize(static_cast<size_t>(exchange->numReducers()));
  return bytes;
}

std::vector<PartitionSlices> mergeReducers(const std::vector<int64_t>& bytes, int numMaps, int64_t targetBytes,
                                           int minPartitions) {
  const int64_t all = std::accumulate(bytes.begin(), bytes.end(), int64_t{0});
  const int64_t share = std::max<int64_t>(1, std::min(targetBytes, all / std::max(1, minPartitions)));
  std::vector<PartitionSlices> partitions;
  int64_t inLast = 0;
  for (int reducer = 0; reducer < static_cast<int>(bytes.size()); ++reducer) {
    const int64_t own = bytes[static_cast<size_t>(reducer)];
    if (!partitions.empty() && inLast + own <= share) {
      partitions.back().front().endReducer = reducer + 1;
      inLast += own;
    } else {
      partitions.push_back({{reducer, reducer + 1, 0, numMaps}});
      inLast = own;
    }
  }
  return partitions;
}

}  // namespace ferro
