#include "ferro/mllib/features/vector_slicer.h"

#include <algorithm>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/features/select_features.h"

namespace ferro::ml {
namespace {

int32_t placeOf(const AttributeGroup& group, const std::string& name, const std::string& column) {
  std::vector<std::string_view> known;
  for (size_t i = 0; i < group.attributes.size(); ++i) {
    if (group.attributes[i].name == name) return static_cast<int32_t>(i);
    known.emplace_back(group.attributes[i].name);
  }
  const auto nearest = nearestName(name, known);
  throw Error(ErrorCode::kNotFound,
              "VectorSlicer: the vectors of column `" + column + "` have no feature `" + name + "`" +
                  (nearest ? "; did you mean `" + std::string(*nearest) + "`?" : ": their features have no names"));
}

}  // namespace

const ParamTable& VectorSlicerParams::table() {
  using P = VectorSlicerParams;
  static const ParamTable kTable = ParamTableOf<P>("VectorSlicer")
                                       .add("inputCol", &P::inputCol, "input column name")
                                       .add("outputCol", &P::outputCol, "output column name")
                                       .add("indices", &P::indices, "the places of the features to keep", atLeast(0))
                                       .add("names", &P::names, "the names of the features to keep")
                                       .build();
  return kTable;
}

SchemaPtr VectorSlicer::transformSchema(const arrow::Schema& schema) const {
  if (settings().indices.empty() && settings().names.empty()) {
    throw Error(ErrorCode::kInvalidArgument, uid() + " was not told which features to keep: set indices or names");
  }
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

std::vector<int32_t> VectorSlicer::featuresOf(const arrow::Field& input) const {
  std::vector<int32_t> features = settings().indices;
  if (!settings().names.empty()) {
    const AttributeGroup group = attributeGroupOf(input);
    for (const std::string& name : settings().names) features.push_back(placeOf(group, name, input.name()));
  }
  std::vector<int32_t> sorted = features;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice == sorted.end()) return features;
  throw Error(ErrorCode::kInvalidArgument,
              uid() + " was told to keep feature " + std::to_string(*twice) + " twice: name each once");
}

DataFrame VectorSlicer::transform(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  const auto features = featuresOf(*requireField(*schema, settings().inputCol, uid()));
  return withSelected(frame, settings().inputCol, outputOr(settings().outputCol, uid()), features, -1, uid());
}

}  // namespace ferro::ml
