// Checkpoints on disk: one Arrow IPC file for each partition of a checkpointed node, in a directory of its own.
#pragma once

#include <memory>
#include <string>

#include "ferro/engine/node.h"

namespace ferro {

// Writes one partition aside and renames it into place.
void writeCheckpoint(TaskContext& context, const Node& node, UntypedIterator& rows, const std::string& directory,
                     int partition);
std::unique_ptr<BatchSource> readCheckpoint(const std::string& directory, int partition);
[[noreturn]] void throwLostLocalCheckpoint(const Node& node, int partition);

}  // namespace ferro
