#include "ferro/common/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "ferro/common/letter_case.h"

namespace ferro {
namespace {

bool sameLetter(char a, char b) { return lowerCase(a) == lowerCase(b); }

}  // namespace

// Optimal string alignment distance, keeping only the last three rows of its table.
size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> beforeLast(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = last[j - 1] + (sameLetter(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      bool swapped = i > 1 && j > 1 && sameLetter(a[i - 1], b[j - 2]) && sameLetter(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], beforeLast[j - 2] + 1);
    }
    std::swap(beforeLast, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::optional<std::string_view> nearestName(std::string_view wrong, std::span<const std::string_view> known) {
  std::optional<std::string_view> nearest;
  size_t fewestEdits = std::numeric_limits<size_t>::max();
  for (std::string_view name : known) {
    size_t edits = editDistance(wrong, name);
    if (edits < fewestEdits) {
      fewestEdits = edits;
      nearest = name;
    }
  }
  return nearest;
}

std::optional<std::string_view> similarName(std::string_view wrong, std::span<const std::string_view> known) {
  const auto nearest = nearestName(wrong, known);
  if (!nearest || editDistance(wrong, *nearest) > std::max<size_t>(1, wrong.size() / 3)) return std::nullopt;
  return nearest;
}

std::vector<std::string_view> nearestNames(std::string_view wrong, std::span<const std::string_view> known,
                                           size_t most) {
  std::vector<std::pair<size_t, std::string_view>> byDistance;
  for (const std::string_view name : known) byDistance.emplace_back(editDistance(wrong, name), name);
  std::stable_sort(byDistance.begin(), byDistance.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> nearest;
  for (const auto& [distance, name] : byDistance) {
    if (nearest.size() == most) break;
    nearest.push_back(name);
  }
  return nearest;
}

}  // namespace ferro
