// All combinations of some values of some parameters: what a search goes through. A value; one thread at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/mllib/params/parameterized.h"

namespace ferro::ml {

class ParamGridBuilder {
 public:
  // Error kNotFound for a parameter that the stage does not have, kInvalidArgument when there are no values or one that
  // the parameter does not take.
  ParamGridBuilder& addGrid(const Parameterized& stage, std::string_view name, std::vector<ParamValue> values);
  // A value that all combinations share.
  ParamGridBuilder& baseOn(const Parameterized& stage, std::string_view name, const ParamValue& value) {
    return addGrid(stage, name, {value});
  }
  // The last parameter added changes fastest.
  std::vector<ParamMap> build() const;

 private:
  struct Axis {
    std::string stage;
    std::string name;
    std::vector<ParamValue> values;
  };
  std::vector<Axis> axes_;
};

}  // namespace ferro::ml
