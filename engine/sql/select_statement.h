// A SELECT over one table: what was written, and the plan that it stands for. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/expr/expr.h"
#include "ferro/engine/plan/plan.h"

namespace ferro::sql {

struct SelectStatement {
  bool distinct = false;
  std::vector<ExprPtr> list;
  std::string table;
  std::string alias;  // of the table; its name when it was given no other
  ExprPtr where;      // null where there is none
  std::vector<ExprPtr> groupings;
  ExprPtr having;
  std::vector<ExprPtr> order;  // kSortKey
  std::optional<int64_t> limit;
};

// SELECT list FROM name [WHERE] [GROUP BY] [HAVING] [ORDER BY] [LIMIT]. Error kInvalidArgument with the place; what SQL
// has beside that (joins, subqueries, windows, ...) is an error that names the DataFrame's method for it.
SelectStatement parseSelect(std::string_view sql);

// The statement over this table. GROUP BY and ORDER BY may name columns of the select list or count them from 1, HAVING
// and ORDER BY may have aggregates of their own, as in Spark.
PlanPtr planOf(const SelectStatement& statement, const PlanPtr& table);

}  // namespace ferro::sql
