#include "ferro/mllib/selection/selection_model.h"

#include <arrow/type.h>

#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/features/select_features.h"

namespace ferro::ml::detail {

DataFrame transformSelected(const DataFrame& frame, const std::string& featuresCol, const std::string& outputCol,
                            const std::vector<int32_t>& features, const std::string& uid) {
  return withSelected(frame, featuresCol, outputOr(outputCol, uid), features, -1, uid);
}

SchemaPtr selectedSchema(const arrow::Schema& schema, const std::string& featuresCol, const std::string& outputCol,
                         const std::string& uid) {
  return vectorToVector(schema, featuresCol, outputOr(outputCol, uid), uid);
}

std::vector<int32_t> readSelected(const SavedStage& saved) { return saved.table().integers("selectedFeatures"); }

}  // namespace ferro::ml::detail
