// Who holds what and who else is there, as the driver knows it. On the driver it reads the map itself
// (local_block_directory.h), on executors it asks the driver (driver_block_directory.h). Any thread may call it, except
// that of a NetLoop: it may wait for the driver.
#pragma once

#include <vector>

#include "ferro/blockmanager/block.h"
#include "ferro/blockmanager/executor_place.h"

namespace ferro {

class BlockDirectory {
 public:
  virtual ~BlockDirectory() = default;

  // The holders of each block, in the order of the ids. Throws Error kNetwork when the driver does not answer.
  virtual std::vector<std::vector<ExecutorPlace>> locate(const std::vector<BlockId>& ids) = 0;
  std::vector<ExecutorPlace> locate(const BlockId& id) { return locate(std::vector{id}).at(0); }

  // All executors there are, the caller's own too.
  virtual std::vector<ExecutorPlace> peers() = 0;
};

}  // namespace ferro
