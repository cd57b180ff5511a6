// A block as bytes on their way between processes: an Arrow IPC stream, gathered from the block's own buffers (and from
// mapped files) when it is sent and sliced out of the one received buffer when it is read, so that nothing is copied on
// either side. Pure functions; any thread may call them.
#pragma once

#include <cstdint>
#include <memory>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/block.h"
#include "ferro/net/message.h"

namespace ferro {

struct BlockStream {
  // Refers to the block's batches, so that nobody evicts it meanwhile; not to the claim on its memory, because what is
  // being sent may outlive the arbiter when a process ends.
  Payload payload;
  uint64_t checksum = 0;
};

BlockStream encodeBlock(const std::shared_ptr<const Block>& block);

// The block, its batches slices of `bytes`. Error kMalformedData when the bytes do not have this checksum or are no
// block.
std::shared_ptr<const Block> decodeBlock(const std::shared_ptr<arrow::Buffer>& bytes, uint64_t checksum);
// Of bytes that come without a checksum: every value is validated, so that no reader can be led out of its buffers.
std::shared_ptr<const Block> decodeUncheckedBlock(const std::shared_ptr<arrow::Buffer>& bytes);

// XXH3-64 of all parts of a payload that consists of buffers, as if they lay behind one another.
uint64_t checksumOf(const Payload& payload);

}  // namespace ferro
