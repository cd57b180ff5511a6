// How many executors an application asks for, and how large ones: what its master and settings come to. Pure functions;
// any thread may call them.
#pragma once

#include <cstdint>

namespace ferro {

class Conf;

struct ExecutorRequest {
  int64_t executors = 0;
  int64_t coresOfOne = 1;
  int64_t memoryOfOne = 0;  // bytes
};

// Of a master other than local; the memory is 0 where executors decide it themselves. Error kInvalidConf when
// ferro.cores.max leaves room for none.
ExecutorRequest executorRequestOf(const Conf& conf);

}  // namespace ferro
