// Copies of an exception share their text, which dies with the last of them, on whichever thread that is. Whoever hands
// an error to somebody else's thread gives it a text of its own. Private to this room; any thread may call it.
#pragma once

#include <optional>
#include <string>

#include "ferro/common/error.h"

namespace ferro {

inline std::optional<Error> ownCopy(const std::optional<Error>& error) {
  if (!error) return std::nullopt;
  return Error(error->code(), std::string(error->what()));
}

}  // namespace ferro
