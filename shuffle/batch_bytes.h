// How much memory a batch stands for. Any thread.
#pragma once

#include <cstdint>

#include <arrow/type_fwd.h>

namespace ferro {

// The parts of its buffers that the batch refers to, and what the objects around them take: with thousands of reducers
// the batches are small, and these are most of it.
int64_t shuffledBytes(const arrow::RecordBatch& batch);

// Only the parts of its buffers that the batch refers to: the size of its rows, which plans and places are chosen by.
int64_t rowBytes(const arrow::RecordBatch& batch);

}  // namespace ferro
