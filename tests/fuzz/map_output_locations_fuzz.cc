// Bytes as the driver's table of map outputs: whatever is accepted can be read to its last column.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "ferro/common/error.h"
#include "ferro/shuffle/map_output_locations.h"

namespace {

void readColumn(const ferro::MapOutputLocations& table, int reducer) {
  try {
    const auto sizes = table.sizesFor(reducer);
    if (sizes.size() != static_cast<size_t>(table.numMaps())) std::abort();
    for (const int64_t size : sizes) {
      if (size < 0) std::abort();
    }
  } catch (const ferro::Error& error) {
    if (error.code() != ferro::ErrorCode::kMalformedData) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const auto table = ferro::MapOutputLocations::decode(std::string(reinterpret_cast<const char*>(data), size));
    bool complete = true;
    for (int map = 0; map < table.numMaps(); ++map) complete = table.location(map).has_value() && complete;
    if (complete != table.isComplete()) std::abort();
    for (int reducer = -1; reducer <= table.numReducers(); ++reducer) readColumn(table, reducer);
  } catch (const ferro::Error& error) {
    if (error.code() != ferro::ErrorCode::kMalformedData) std::abort();
  }
  return 0;
}
