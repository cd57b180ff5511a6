// Tells whether a map output on disk is still whole, by reading all of it. Any thread.
#pragma once

#include <string>

#include "ferro/shuffle/map_output_index.h"

namespace ferro {

// Throws Error kNotFound when the file is not there, kMalformedData when it is too short or, where the index has
// checksums, a segment does not match its own.
void checkMapOutput(const std::string& dataPath, const MapOutputIndex& index);

}  // namespace ferro
