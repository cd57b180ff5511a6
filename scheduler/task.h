// What a stage asks of an executor, as far as the scheduler must know it: a body that runs once for each partition and
// gives a value. Bodies are immutable and shared by all tasks of a stage; a value belongs to one task.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "ferro/common/codec.h"
#include "ferro/shuffle/map_status.h"

namespace ferro {

class ExecutorEnvironment;
class TaskContext;

// The result of one task. Its type is known to whoever submitted the job; the scheduler only passes it on.
class TaskValue {
 public:
  virtual ~TaskValue() = default;
  virtual void encode(Encoder& encoder) const = 0;
};

// What a task of a shuffle-map stage gives: where its output lies.
class MapStatusValue final : public TaskValue {
 public:
  explicit MapStatusValue(MapStatus mapStatus) : status(std::move(mapStatus)) {}
  void encode(Encoder& encoder) const override;
  MapStatus status;
};

std::unique_ptr<TaskValue> makeMapStatusValue(MapStatus status);
std::unique_ptr<TaskValue> decodeMapStatusValue(Decoder& decoder);

class TaskBody {
 public:
  virtual ~TaskBody() = default;
  // Runs on an executor thread; context.partitionId() says which part.
  virtual std::unique_ptr<TaskValue> run(TaskContext& context) const = 0;
  // The inverse of TaskValue::encode for the values that run() gives.
  virtual std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const = 0;
};

// How a body travels to an executor that shares no memory with the driver.
class TaskBodyCodec {
 public:
  virtual ~TaskBodyCodec() = default;
  virtual std::string encode(const TaskBody& body) const = 0;
  virtual std::shared_ptr<const TaskBody> decode(std::string_view bytes, ExecutorEnvironment& environment) const = 0;
};

}  // namespace ferro
