// File systems of the tests' own behind URI schemes: `memory:` keeps files in memory, so that whatever finds them went
// through Arrow; `counted:` is the local one and counts what is read; `tagged:` is the local one as an object store
// shows it, with times of whole seconds and a tag for each content. All are shared by the whole test program.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/filesystem/type_fwd.h>

namespace ferro::test {

// Registers the schemes on the first call.
void registerTestFileSystems();

// Names of all files in `memory:`, sorted, without the ids of outputs.
std::vector<std::string> filesInMemory();
void putIntoMemory(const std::string& path, const std::string& content);

// Bytes that were read through `counted:` since the program began.
int64_t countedBytes();

}  // namespace ferro::test
