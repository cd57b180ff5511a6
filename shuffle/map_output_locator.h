// Where an executor's readers learn which map outputs lie where. Owned by the executor; any thread may call it.
#pragma once

#include <cstdint>
#include <memory>

namespace ferro {

class MapOutputLocations;

class MapOutputLocator {
 public:
  virtual ~MapOutputLocator() = default;
  // A table that knows of every loss up to that epoch. May block on the driver; throws Error.
  virtual std::shared_ptr<const MapOutputLocations> locate(int shuffleId, int64_t minEpoch) = 0;
};

}  // namespace ferro
