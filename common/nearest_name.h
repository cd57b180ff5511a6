// Finds what a misspelled name was probably meant to be, for errors that name the nearest right one. Pure functions;
// any thread may call them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ferro {

// How many edits (insert, delete, replace, swap neighbours; letter case counts for nothing) turn one into the other.
size_t editDistance(std::string_view a, std::string_view b);

// The known name that needs the fewest edits (insert, delete, replace, swap neighbours; letter case counts for nothing)
// to become `wrong`; the first of several equally near. Nothing only when `known` is empty.
std::optional<std::string_view> nearestName(std::string_view wrong, std::span<const std::string_view> known);

// The same, but nothing when even the nearest is too far to be meant: more than one edit in three letters.
std::optional<std::string_view> similarName(std::string_view wrong, std::span<const std::string_view> known);

// At most `most` of them, the nearest first.
std::vector<std::string_view> nearestNames(std::string_view wrong, std::span<const std::string_view> known,
                                           size_t most);

}  // namespace ferro
