// How much memory a batch stands for. Any thread.
#pragma once

#include <cstdint>

#include <arrow/type_fwd.h>

namespace ferro {

// The parts of its buffers that the batch refers to, and what the objects around them take: with thousands of reducers
// the batches are small, and these are most of it.
int64_t shuffledBytes(const arrow::RecordBatch& batch);

// The size of the batch as a message of a segment, in memory, on disk and on the way alike: the parts of its buffers
// that it refers to, and the frame around them. Plans, places and windows go by it.
int64_t sentBytes(const arrow::RecordBatch& batch);

}  // namespace ferro
