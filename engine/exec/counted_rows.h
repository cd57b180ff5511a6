// How many rows a step of a query gives, counted batch by batch while it runs: what explain() shows after a run. A
// partition that is computed again counts as it did last. The counter belongs to the driver; its node to the lineage.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "ferro/engine/accumulator.h"
#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"

namespace ferro {

using RowsByPartition = std::map<int, int64_t>;

struct KeepLastCount {
  void operator()(RowsByPartition& into, const RowsByPartition& counts) const {
    for (const auto& [partition, rows] : counts) into[partition] = rows;
  }
};

class RowCounter {
 public:
  explicit RowCounter(const SessionPtr& session);

  // The same rows, counted.
  BatchNodePtr count(const SessionPtr& session, const BatchNodePtr& rows) const;
  // Of all partitions that have been computed; none before the first.
  std::optional<int64_t> rows() const;

 private:
  Accumulator<RowsByPartition, KeepLastCount> counts_;
};

}  // namespace ferro
