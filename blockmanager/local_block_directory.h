// The directory of the process that has the map: the driver. Any thread may call it.
#pragma once

#include <vector>

#include "ferro/blockmanager/block_directory.h"
#include "ferro/blockmanager/block_locations.h"

namespace ferro {

class LocalBlockDirectory final : public BlockDirectory {
 public:
  explicit LocalBlockDirectory(const BlockLocations& locations) : locations_(locations) {}

  using BlockDirectory::locate;
  std::vector<std::vector<ExecutorPlace>> locate(const std::vector<BlockId>& ids) override {
    std::vector<std::vector<ExecutorPlace>> places;
    places.reserve(ids.size());
    for (const BlockId& id : ids) places.push_back(locations_.places(id));
    return places;
  }
  std::vector<ExecutorPlace> peers() override { return locations_.executors(); }

 private:
  const BlockLocations& locations_;
};

}  // namespace ferro
