#include "ferro/scheduler/events.h"

#include <chrono>

namespace ferro {

int64_t wallMillis() {
  auto sinceEpoch = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(sinceEpoch).count();
}

}  // namespace ferro
