// What a task of a barrier stage uses to meet the other tasks of its stage, inside a function given to
// barrier().mapPartitions(). Belongs to the thread that runs the task.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ferro {

class TaskContext;

struct BarrierTaskInfo {
  std::string address;  // the host that runs the task
};

class BarrierContext {
 public:
  // Of the task that this thread runs; throws Error kInvalidArgument outside of tasks.
  static BarrierContext& get();

  // Returns when all tasks of the stage have called it. Throws when one of them ended instead or failed.
  void barrier();
  // The same, and every task gets the messages of all, in the order of their partitions.
  std::vector<std::string> allGather(std::string message);

  int partitionId() const;
  int attemptNumber() const;  // of the stage: 0 for the first try of all tasks together
  // Of all tasks of the stage, by partition.
  std::vector<BarrierTaskInfo> getTaskInfos();

 private:
  std::vector<std::string> sync(const char* method, std::string message);

  TaskContext* task_ = nullptr;
  int64_t taskId_ = -1;
  int64_t epoch_ = 0;
};

}  // namespace ferro
