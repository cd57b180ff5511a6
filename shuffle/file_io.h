// The few steps that everything here does with plain file descriptors, with errors that name the path. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ferro {

// Turns errno into the Error it means; `bytesNeeded` is what a full disk had no room for.
[[noreturn]] void throwFileError(std::string_view what, const std::string& path, int error, int64_t bytesNeeded);

// Fills all of `data`; a file that ends too early is kMalformedData.
void readFully(int descriptor, const std::string& path, int64_t offset, void* data, int64_t size);

}  // namespace ferro
