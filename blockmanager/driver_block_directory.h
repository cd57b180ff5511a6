// The directory as an executor has it: it asks the driver, and as the listener of the executor's BlockManager it tells
// the driver what changes there. Belongs to the executor; any thread may call it, except that locate and peers wait.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "ferro/blockmanager/block_directory.h"
#include "ferro/blockmanager/block_manager.h"
#include "ferro/net/connection.h"

namespace ferro {

class DriverBlockDirectory final : public BlockDirectory, public BlockListener {
 public:
  // The connection on which the executor registered, so that the driver hears of blocks after it knows the executor and
  // of a task's blocks before it hears of the task's end.
  DriverBlockDirectory(ConnectionPtr driver, std::string executorId, std::chrono::milliseconds deadline);

  using BlockDirectory::locate;
  std::vector<std::vector<ExecutorPlace>> locate(const std::vector<BlockId>& ids) override;
  std::vector<ExecutorPlace> peers() override;
  void onBlockUpdated(const BlockStatus& status) override;

 private:
  const ConnectionPtr driver_;
  const std::string executorId_;
  const std::chrono::milliseconds deadline_;
};

}  // namespace ferro
