// A table outside of any plan, which a plan begins with: files of some format, or a table in memory. Immutable; any
// driver thread may use one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/expr/expr.h"

namespace ferro {

// What a query wants of a relation.
struct ScanRequest {
  std::vector<int> columns;      // positions in the relation's schema, in the order wanted
  std::vector<ExprPtr> filters;  // bound to the relation's schema, all of which must hold
  std::optional<int64_t> limit;  // rows that are enough, counted after the filters
};

class Relation {
 public:
  virtual ~Relation() = default;

  virtual std::shared_ptr<arrow::Schema> schema() const = 0;
  // What Spark's explain() calls it: "csv", "parquet", "LocalTableScan".
  virtual std::string format() const = 0;
  // Files, as explain() shows them; empty for what is in memory.
  virtual std::vector<std::string> paths() const { return {}; }
  virtual std::optional<int64_t> sizeInBytes() const { return std::nullopt; }
  virtual std::optional<int64_t> numRows() const { return std::nullopt; }

  // A node that gives the wanted columns. It may use the filters to skip what cannot match, and need not apply them:
  // the plan filters again. The same holds for the limit.
  virtual BatchNodePtr scan(const SessionPtr& session, const ScanRequest& request) const = 0;
};

using RelationPtr = std::shared_ptr<const Relation>;

}  // namespace ferro
