// A stage's work as the engine knows it: the lineage up to its last node, and the sink that takes its rows; and how
// both become bytes for an executor. Immutable and shared by all tasks of a stage.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ferro/engine/node.h"
#include "ferro/engine/operator_table.h"
#include "ferro/engine/sink.h"
#include "ferro/scheduler/task.h"

namespace ferro {

class TaskProgram final : public TaskBody {
 public:
  TaskProgram(std::shared_ptr<const Node> root, std::shared_ptr<const Sink> sink)
      : root_(std::move(root)), sink_(std::move(sink)) {}
  ~TaskProgram() override;

  std::unique_ptr<TaskValue> run(TaskContext& context) const override;
  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const override { return sink_->decodeValue(decoder); }

  const std::shared_ptr<const Node>& root() const { return root_; }
  const std::shared_ptr<const Sink>& sink() const { return sink_; }

 private:
  std::shared_ptr<const Node> root_;
  std::shared_ptr<const Sink> sink_;
};

// What decoding an operator's arguments may need of the executor it happens on.
class ExecutorDecodeContext final : public DecodeContext {
 public:
  explicit ExecutorDecodeContext(ExecutorEnvironment& executor) : environment(executor) {}
  ExecutorEnvironment& environment;
};

class TaskProgramCodec final : public TaskBodyCodec {
 public:
  std::string encode(const TaskBody& body) const override;
  std::shared_ptr<const TaskBody> decode(std::string_view bytes, ExecutorEnvironment& environment) const override;

 private:
  OperatorTable table_;
};

}  // namespace ferro
