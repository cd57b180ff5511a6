// Tells a running process from one that died and whose number was given away again. Linux only, by /proc. Any thread
// may call it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace ferro {

// Clock ticks after boot at which the process started; nothing when there is no such process.
std::optional<uint64_t> processStartTime(pid_t process);

}  // namespace ferro
