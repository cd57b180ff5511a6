// explode and its kin: a row for each element of a list or entry of a map, with the other columns repeated. Driver
// threads call these.
#pragma once

#include <memory>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"

namespace ferro {

// Travels.
struct GenerateSpec {
  int column = 0;             // the list or map
  bool outer = false;         // a row that has none, or null, comes out once, with nulls
  bool positions = false;     // a column with the element's position first
  std::vector<int> others{};  // the columns that are repeated, which come out first
};

// The repeated columns, then the position if asked for, then the element, or the entry's key and value.
std::shared_ptr<arrow::Schema> generatedSchema(const GenerateSpec& spec, const arrow::Schema& rows);

// `schema` is generatedSchema() but for the names.
BatchNodePtr generateBatches(const SessionPtr& session, const BatchNodePtr& rows, const GenerateSpec& spec,
                             std::shared_ptr<arrow::Schema> schema);

}  // namespace ferro
