// Whether a filter can be true at all for rows of which only each column's least and greatest value is known: how row
// groups and directories are skipped. Answers yes when it cannot tell. Pure functions; any thread may call them.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <arrow/type_fwd.h>

#include "ferro/engine/expr/expr.h"

namespace ferro {

struct ValueRange {
  std::shared_ptr<arrow::Scalar> least;     // null when not known
  std::shared_ptr<arrow::Scalar> greatest;  // null when not known
  bool hasNull = true;                      // or may have one
  bool onlyNull = false;
};

// The range of a column by its position; nothing when nothing is known of it.
using RangeOf = std::function<std::optional<ValueRange>(int column)>;

bool mayBeTrue(const Expr& filter, const RangeOf& rangeOf);

}  // namespace ferro
