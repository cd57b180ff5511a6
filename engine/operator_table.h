// Which operator a name in bytes stands for. An executor builds its own table from what its executable registered and
// looks names up in it; a name it does not know is refused, and no address ever comes out of received bytes.
#pragma once

#include <compare>
#include <cstdint>
#include <map>

#include "ferro/engine/operator.h"

namespace ferro {

// The module by its build-id, and the place of the factory in it.
struct OperatorKey {
  uint64_t module = 0;
  uint64_t offset = 0;
  auto operator<=>(const OperatorKey&) const = default;
};

// Immutable once built.
class OperatorTable {
 public:
  OperatorTable();

  OperatorKey keyOf(OperatorFactory factory) const;
  OperatorFactory find(const OperatorKey& key) const;  // throws Error kMalformedData when there is none
  size_t size() const { return factories_.size(); }

 private:
  std::map<OperatorKey, OperatorFactory> factories_;
  std::map<OperatorFactory, OperatorKey> keys_;
};

}  // namespace ferro
