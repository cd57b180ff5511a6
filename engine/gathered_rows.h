// The memory of the rows that a task gathers for an action's result, counted as they come: they cannot be spilled, and
// without a limit they would take what the machine has. Belongs to the task's thread.
#pragma once

#include <cstddef>
#include <memory>

#include "ferro/common/owned.h"

namespace ferro {

class MemoryClaim;

namespace detail {

class GatheredRows {
 public:
  // Within a task.
  GatheredRows();
  ~GatheredRows();
  // What all rows so far take. Error kOutOfMemory with advice when that does not fit the executor's memory.
  void cover(size_t bytes);

 private:
  Owned<MemoryClaim> claim_;
};

}  // namespace detail
}  // namespace ferro
