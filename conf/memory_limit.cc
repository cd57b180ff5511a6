#include "ferro/conf/memory_limit.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

#include "ferro/common/letter_case.h"
#include "ferro/common/text.h"
#include "ferro/conf/number_with_unit.h"

namespace ferro {

std::optional<MemoryLimit> parseMemoryLimit(std::string_view text) {
  if (lowerCase(trim(text)) == "auto") return MemoryLimit::automatic();
  std::optional<ByteSize> size = parseByteSize(text, ByteUnit::kMebibyte);
  if (!size) return std::nullopt;
  return MemoryLimit(*size);
}

ByteSize physicalMemory() {
  int64_t bytes = static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  // Version 2 and version 1 of control groups; an unlimited group says `max` or a number beyond the machine's memory.
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(path);
    std::string word;
    if (!(file >> word)) continue;
    std::optional<int64_t> limit = detail::parseInteger(word);
    if (limit && *limit > 0) bytes = std::min(bytes, *limit);
  }
  return ByteSize(bytes);
}

}  // namespace ferro
