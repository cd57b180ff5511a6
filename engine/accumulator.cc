#include "ferro/engine/accumulator.h"

#include "ferro/engine/session_core.h"

namespace ferro::detail {

int64_t registerAccumulator(SessionCore& session, const std::shared_ptr<DriverAccumulator>& accumulator) {
  return session.accumulators().add(accumulator);
}

}  // namespace ferro::detail
