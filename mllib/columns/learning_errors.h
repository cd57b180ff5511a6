// What a stage cannot learn from, said the same way by all of them. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ferro::ml {

// Error kInvalidArgument: no row of the column has what was looked for.
[[noreturn]] void throwNothingToLearn(const std::string& stage, const std::string& column,
                                      const std::string& lookedFor = "a value");

// Error kInvalidArgument: the column's vectors have different sizes. row: where in a batch that was seen, if it is
// known.
[[noreturn]] void throwVectorSizes(const std::string& column, int64_t expected, int64_t found,
                                   std::optional<int64_t> row = {});

}  // namespace ferro::ml
