// Copies of an exception share their text, which dies with the last of them, on whichever thread that is. Whoever hands
// an error to somebody else's thread gives it a text of its own. Any thread may call these.
#pragma once

#include <optional>
#include <string>

#include "ferro/common/error.h"

namespace ferro {

inline Error ownCopy(const Error& error) { return Error(error.code(), std::string(error.what())); }

inline std::optional<Error> ownCopy(const std::optional<Error>& error) {
  if (!error) return std::nullopt;
  return ownCopy(*error);
}

}  // namespace ferro
