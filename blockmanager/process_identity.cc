#include "ferro/blockmanager/process_identity.h"

#include <charconv>
#include <fstream>
#include <iterator>
#include <string>

namespace ferro {

std::optional<uint64_t> processStartTime(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string line((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  // The second field is the program's name in parentheses, which may itself hold spaces and parentheses. The start time
  // is the 22nd field, the 20th after the name.
  size_t position = line.rfind(')');
  for (int field = 0; field < 20 && position != std::string::npos; ++field) position = line.find(' ', position + 1);
  if (position == std::string::npos) return std::nullopt;
  uint64_t startTime = 0;
  auto [end, error] = std::from_chars(line.data() + position + 1, line.data() + line.size(), startTime);
  if (error != std::errc()) return std::nullopt;
  return startTime;
}

}  // namespace ferro
