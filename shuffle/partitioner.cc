#include "ferro/shuffle/partitioner.h"

#include <string>

#include "ferro/common/error.h"

namespace ferro {

std::shared_ptr<const Partitioner> sharePartitioner(std::unique_ptr<const Partitioner> made) { return made; }

void requireHashPartitions(int numPartitions) {
  if (numPartitions >= 1) return;
  throw Error(ErrorCode::kInvalidArgument,
              "a hash partitioner needs at least 1 partition, not " + std::to_string(numPartitions));
}

}  // namespace ferro
