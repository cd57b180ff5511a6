#include "ferro/common/process_end.h"

#include <string.h>

namespace ferro {

std::string describeProcessEnd(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED && info.si_status == 0) return "";
  if (info.si_code == CLD_EXITED) return "ended with exit code " + std::to_string(info.si_status);
  const char* name = ::sigabbrev_np(info.si_status);
  return "was killed by signal " + std::to_string(info.si_status) +
         (name != nullptr ? " (SIG" + std::string(name) + ")" : "");
}

}  // namespace ferro
