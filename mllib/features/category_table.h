// What a VectorIndexer has learned, as the table it is saved as. Driver threads only.
#pragma once

#include <cstdint>
#include <memory>

#include <arrow/type_fwd.h>

#include "ferro/mllib/features/vector_indexer.h"
#include "ferro/mllib/persist/reader.h"

namespace ferro::ml {

std::shared_ptr<arrow::Table> categoryTable(int32_t numFeatures, const CategoryMaps& maps);
// Error kMalformedData when it has other columns.
CategoryMaps categoriesIn(const SavedTable& table);

}  // namespace ferro::ml
