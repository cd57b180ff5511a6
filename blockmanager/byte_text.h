// Sizes as people read them in messages. Any thread may call it.
#pragma once

#include <cstdint>
#include <string>

namespace ferro {

// "512 B", "1.5 KB", "12.3 MB", "1.2 GB"; a K is 1024.
std::string byteText(int64_t bytes);

}  // namespace ferro
