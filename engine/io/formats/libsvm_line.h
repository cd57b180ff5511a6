// One line of LIBSVM's text. A pure function; any thread may call it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ferro {

struct LibsvmRow {
  double label = 0;
  std::vector<int32_t> indices;  // from zero on
  std::vector<double> values;
};

// Fills the row; what is wrong with the line, or nothing. Lines of nothing but spaces and comments are skipped by the
// caller (isLibsvmRow).
std::optional<std::string> parseLibsvmLine(std::string_view line, LibsvmRow& row);
bool isLibsvmRow(std::string_view line);

}  // namespace ferro
