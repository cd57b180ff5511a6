// Reads a block's batches in order. The source keeps the block, so nobody evicts it meanwhile; used by one thread.
#pragma once

#include <memory>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/blockmanager/block.h"

namespace ferro {

std::unique_ptr<BatchSource> sourceOf(std::shared_ptr<const Block> block);

}  // namespace ferro
