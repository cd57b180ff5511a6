// A column that rows are ordered by. Travels.
#pragma once

#include <compare>

namespace ferro {

struct SortKey {
  int column = 0;
  bool descending = false;
  bool nullsFirst = true;
};

}  // namespace ferro
