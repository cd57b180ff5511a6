// Who wrote a map output and who serves it: the executor itself or the shuffle service of its host. A plain value that
// travels.
#pragma once

#include <compare>

#include "ferro/blockmanager/executor_place.h"

namespace ferro {

struct MapOutputPlace {
  ExecutorPlace executor;  // with the address of the service when that serves it
  bool atService = false;

  auto operator<=>(const MapOutputPlace&) const = default;
};

}  // namespace ferro
