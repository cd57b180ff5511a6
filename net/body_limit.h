// The largest body of a connection's messages, for who learns it only from the peer, after connecting. Any thread may
// call it.
#pragma once

#include <cstdint>

#include "ferro/net/connection.h"

namespace ferro {

// Counts for what is sent from now on, and for what has not begun to arrive; NetOptions::maxBodyBytes until then.
void setMaxBodyBytes(Connection& connection, int64_t bytes);

}  // namespace ferro
