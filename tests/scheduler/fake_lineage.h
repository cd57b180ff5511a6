// Lineages and task bodies made of plain functions, for tests of the scheduler: no data, only what runs when.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ferro/scheduler/lineage.h"
#include "ferro/scheduler/task.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

class IntValue final : public TaskValue {
 public:
  explicit IntValue(int64_t number) : value(number) {}
  void encode(Encoder& encoder) const override { encoder.write(value); }
  int64_t value;
};

class FakeBody final : public TaskBody {
 public:
  using Function = std::function<int64_t(TaskContext&)>;
  explicit FakeBody(Function function) : function_(std::move(function)) {}
  std::unique_ptr<TaskValue> run(TaskContext& context) const override {
    return std::make_unique<IntValue>(function_(context));
  }
  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<IntValue>(decoder.read<int64_t>());
  }

 private:
  Function function_;
};

// Holds on to its lineage, as the engine's bodies do.
class FakeWriter final : public TaskBody {
 public:
  using Function = std::function<void(TaskContext&)>;
  FakeWriter(std::shared_ptr<const LineageNode> mapSide, Function function)
      : mapSide_(std::move(mapSide)), function_(std::move(function)) {}
  std::unique_ptr<TaskValue> run(TaskContext& context) const override {
    if (function_) function_(context);
    return std::make_unique<MapStatusValue>(MapStatus{context.partitionId(), context.taskAttemptId(), 0, {}});
  }
  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override {
    return std::make_unique<MapStatusValue>(decoder.read<MapStatus>());
  }

 private:
  std::shared_ptr<const LineageNode> mapSide_;
  Function function_;
};

class FakeNode final : public LineageNode {
 public:
  FakeNode(int partitions, LineageParents parents, std::string name = "step")
      : LineageNode(nextId(), std::move(name), std::move(parents)), partitions_(partitions) {}
  int numPartitions() const override { return partitions_; }
  bool isDeterministic() const override { return deterministic; }
  void cut() const { cutParents(); }

  bool deterministic = true;

 private:
  static int nextId() {
    static std::atomic<int> next{0};
    return next++;
  }
  int partitions_;
};

using FakeNodePtr = std::shared_ptr<FakeNode>;
using ShufflePtr = std::shared_ptr<const ShuffleDependency>;

inline FakeNodePtr source(int partitions, std::string name = "source") {
  return std::make_shared<FakeNode>(partitions, LineageParents{}, std::move(name));
}

inline FakeNodePtr narrow(std::vector<std::shared_ptr<const LineageNode>> parents, std::string name = "narrow") {
  const int partitions = parents.front()->numPartitions();
  return std::make_shared<FakeNode>(partitions, LineageParents{std::move(parents), {}}, std::move(name));
}

inline ShufflePtr shuffleOf(std::shared_ptr<const LineageNode> mapSide, FakeWriter::Function onMap = nullptr) {
  static std::atomic<int> nextShuffle{0};
  auto writer = std::make_shared<FakeWriter>(mapSide, std::move(onMap));
  return std::make_shared<ShuffleDependency>(nextShuffle++, std::move(mapSide), std::move(writer), 1);
}

inline FakeNodePtr reading(std::vector<ShufflePtr> shuffles, int partitions, std::string name = "shuffled") {
  return std::make_shared<FakeNode>(partitions, LineageParents{{}, std::move(shuffles)}, std::move(name));
}

}  // namespace ferro
