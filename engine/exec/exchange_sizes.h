// What is known of an exchange once its map side has run, and how its reducers are put together by it. For the driver's
// threads.
#pragma once

#include <cstdint>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/exchange.h"

namespace ferro {

// Runs the map side, unless it has run, and gives the bytes that each reducer will read.
std::vector<int64_t> runMapSide(const SessionPtr& session, const ExchangePtr& exchange);

// Neighbouring reducers in one partition until they have about `targetBytes`, but no fewer than `minPartitions` if
// there are as many reducers.
std::vector<PartitionSlices> mergeReducers(const std::vector<int64_t>& bytes, int numMaps, int64_t targetBytes,
                                           int minPartitions);

}  // namespace ferro
