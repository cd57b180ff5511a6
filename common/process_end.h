// How a child process ended, in words. Any thread may call it.
#pragma once

#include <signal.h>

#include <string>

namespace ferro {

// "ended with exit code 1", "was killed by signal 9 (SIGKILL)"; empty when it ended well. `info` is what waitid() gave.
std::string describeProcessEnd(const siginfo_t& info);

}  // namespace ferro
