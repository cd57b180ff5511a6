// Puts segments into a message to a peer: batches in memory as references to their buffers, in the same format as on
// disk, and long segments of files as regions that the kernel sends. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <arrow/type_fwd.h>

#include "ferro/net/message.h"
#include "ferro/shuffle/map_output_index.h"
#include "ferro/shuffle/memory_map_output.h"

namespace ferro {

struct SentSegment {
  int64_t length = 0;
  bool hasChecksum = false;
  uint64_t checksum = 0;
  bool isOfFile = false;  // and encrypted if the application's files are
};

// Buffers that must be cut or shifted are copied into `pool`, all others only referred to.
SentSegment addBatches(std::span<const ReducerBatch> batches, bool withChecksum, arrow::MemoryPool* pool,
                       Payload& payload);

// Throws Error kNotFound or kMalformedData when the file is not there or too short; the payload is unchanged then.
SentSegment addFileSegment(const std::string& dataPath, const IndexedSegment& indexed, arrow::MemoryPool* pool,
                           Payload& payload);

}  // namespace ferro
