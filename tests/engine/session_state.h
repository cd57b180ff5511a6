// What tests ask of a session's inside, kept apart so that not every test includes it.
#pragma once

#include <cstdint>
#include <string>

#include "ferro/engine/session.h"

namespace ferro::test {

// In the memory that the arbiters of all its executors count.
int64_t bytesHeld(const Session& session);
// Who holds what in the driver's process.
std::string holdersOf(const Session& session);

}  // namespace ferro::test
