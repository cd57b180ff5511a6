// A bound on memory that is either a size or `auto`, which means half of what the machine has. An immutable value.
#pragma once

#include <optional>
#include <string_view>

#include "ferro/conf/byte_size.h"

namespace ferro {

class MemoryLimit {
 public:
  static constexpr MemoryLimit automatic() { return MemoryLimit(); }
  constexpr explicit MemoryLimit(ByteSize size) : size_(size) {}

  constexpr bool isAutomatic() const { return !size_.has_value(); }

  // The bound in bytes on a machine with that much memory.
  constexpr ByteSize resolve(ByteSize physicalMemory) const {
    return size_.value_or(ByteSize(physicalMemory.bytes() / 2));
  }
  constexpr bool operator==(const MemoryLimit&) const = default;

 private:
  constexpr MemoryLimit() = default;

  std::optional<ByteSize> size_;
};

// Reads `auto` or a size; a number alone counts mebibytes, as Spark's memory settings do.
std::optional<MemoryLimit> parseMemoryLimit(std::string_view text);

// What this process may use: the machine's memory, or the limit of its control group where that is lower.
ByteSize physicalMemory();

}  // namespace ferro
