// A join of two exchanges, decided when their sizes are known: a side that turns out small is sent to everybody, small
// reducers are read together, and a reducer that is much larger than the others is split. For the driver's threads.
#pragma once

#include <cstdint>

#include "ferro/engine/exec/exchange.h"
#include "ferro/engine/exec/join.h"

namespace ferro {

// One side: the rows, and how they are spread by the keys if that is necessary.
struct JoinSide {
  BatchNodePtr rows;
  ExchangePtr exchange;
};

struct AdaptiveJoinOptions {
  int64_t broadcastBytes = 0;
  int64_t targetBytes = 64 << 20;   // what a partition should read
  int64_t skewedBytes = 256 << 20;  // a reducer that has more, and
  int skewedFactor = 5;             // so many times the median, is split
  int minPartitions = 1;
};

BatchNodePtr adaptiveJoin(const SessionPtr& session, const JoinSide& left, const JoinSide& right, const JoinSpec& spec,
                          const AdaptiveJoinOptions& options);

// Whether the side that the table is made of may be seen by several tasks: its rows do not come out by themselves.
bool mayRepeatBuildSide(const JoinSpec& spec);

// What both sides' partitions read.
struct JoinSlices {
  std::vector<PartitionSlices> build;
  std::vector<PartitionSlices> stream;
};
JoinSlices sliceJoin(const std::vector<int64_t>& buildBytes, int buildMaps, const std::vector<int64_t>& streamBytes,
                     int streamMaps, bool maySplit, const AdaptiveJoinOptions& options);

}  // namespace ferro
