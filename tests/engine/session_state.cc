#include "session_state.h"

#include "ferro/engine/session_core.h"

namespace ferro::test {

int64_t bytesHeld(const Session& session) { return session.core()->services()->runtime->memoryInUse(); }

std::string holdersOf(const Session& session) {
  return session.core()->services()->environment.memory().holdersTable();
}

}  // namespace ferro::test
