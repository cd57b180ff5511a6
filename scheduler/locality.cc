#include "ferro/scheduler/locality.h"

namespace ferro {

const char* localityName(Locality locality) {
  switch (locality) {
    case Locality::PROCESS_LOCAL: return "PROCESS_LOCAL";
    case Locality::NODE_LOCAL: return "NODE_LOCAL";
    case Locality::NO_PREF: return "NO_PREF";
    case Locality::ANY: break;
  }
  return "ANY";
}

}  // namespace ferro
