// After one map output turned out lost, finds all others of the shuffle that are lost as well, here and on every
// executor or shuffle service that has some: a directory that was removed takes many along, and if each were found by a
// reader of its own, each would cost an attempt of the stage. Called on the reader's thread.
#pragma once

#include <functional>
#include <vector>

#include "ferro/shuffle/fetch_failed.h"

namespace ferro {

class MapOutputLocations;
struct MapRange;
struct ShuffleContext;

// The outputs of these maps that their owners looked at and found missing or damaged; the owners have dropped
// them. Who does not answer in time is left out: its outputs may still be there. Without locations all is local.
std::vector<FetchFailed::Other> findLostOutputs(ShuffleContext& context, int shuffleId, MapRange maps,
                                                const MapOutputLocations* locations,
                                                const std::function<bool()>& isCancelled);

}  // namespace ferro
