// Plain bytes as a block, so that they rest, spill and travel as every other block does: one batch with one row of one
// binary column that refers to the bytes where they are. Pure functions; any thread may call them.
#pragma once

#include <memory>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/block.h"

namespace ferro {

// The block keeps the buffer; the bytes are not copied.
std::shared_ptr<const Block> blockOfBytes(const std::shared_ptr<arrow::Buffer>& bytes);

// The bytes again, without a copy; the buffer keeps the block. Error kMalformedData when it is not a block of bytes.
std::shared_ptr<arrow::Buffer> bytesOf(const std::shared_ptr<const Block>& block);

}  // namespace ferro
