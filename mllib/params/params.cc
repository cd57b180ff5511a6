#include "ferro/mllib/params/params.h"

namespace ferro::ml {

std::vector<std::string> ConstParams::names() const {
  std::vector<std::string> names;
  for (const ParamSpec& spec : table_->specs()) names.push_back(spec.name);
  return names;
}

}  // namespace ferro::ml
