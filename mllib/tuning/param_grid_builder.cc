#include "ferro/mllib/tuning/param_grid_builder.h"

#include <utility>

#include "ferro/common/error.h"

namespace ferro::ml {

ParamGridBuilder& ParamGridBuilder::addGrid(const Parameterized& stage, std::string_view name,
                                            std::vector<ParamValue> values) {
  for (ParamValue& value : values) value = stage.params().table().converted(name, value);
  if (values.empty()) {
    throw Error(ErrorCode::kInvalidArgument,
                "a grid needs at least one value of " + std::string(name) + ", and was given none");
  }
  axes_.push_back({stage.uid(), std::string(name), std::move(values)});
  return *this;
}

std::vector<ParamMap> ParamGridBuilder::build() const {
  std::vector<ParamMap> maps{{}};
  for (const Axis& axis : axes_) {
    std::vector<ParamMap> longer;
    for (const ParamMap& map : maps) {
      for (const ParamValue& value : axis.values) {
        longer.push_back(map);
        longer.back().push_back({axis.stage, axis.name, value});
      }
    }
    maps = std::move(longer);
  }
  return maps;
}

}  // namespace ferro::ml
