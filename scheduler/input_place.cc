#include "ferro/scheduler/input_place.h"

#include <utility>

namespace ferro {
namespace {

thread_local std::string placeOfThisThread;

}  // namespace

void noteInputPlace(std::string place) {
  if (placeOfThisThread.empty()) placeOfThisThread = std::move(place);
}

std::string takeInputPlace() { return std::exchange(placeOfThisThread, std::string()); }

}  // namespace ferro
