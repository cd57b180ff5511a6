// The parameters of a stage by name: `stage.params().set("regParam", 0.1)`. A view of the stage's own struct, valid as
// long as the stage; used by one thread at a time, as the stage is.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/mllib/params/param_table.h"

namespace ferro::ml {

class ConstParams {
 public:
  ConstParams(const ParamTable& table, const void* fields) : table_(&table), fields_(fields) {}

  // Errors kNotFound name the nearest parameter.
  ParamValue get(std::string_view name) const { return table_->find(name).get(fields_); }
  // Whether it has a value other than its default.
  bool isSet(std::string_view name) const {
    const ParamSpec& spec = table_->find(name);
    return !(spec.get(fields_) == spec.defaultValue);
  }
  std::vector<std::string> names() const;
  std::string explain() const { return table_->explain(fields_); }
  const ParamTable& table() const { return *table_; }

 private:
  const ParamTable* table_;
  const void* fields_;
};

class Params : public ConstParams {
 public:
  Params(const ParamTable& table, void* fields) : ConstParams(table, fields), fields_(fields) {}

  // Error kInvalidArgument that names parameter, value and what is allowed.
  Params& set(std::string_view name, const ParamValue& value) {
    table().set(fields_, name, value);
    return *this;
  }

 private:
  void* fields_;
};

// One parameter of one stage, set to a value: what a grid is made of.
struct ParamSetting {
  std::string stage{};  // its uid
  std::string name{};
  ParamValue value{};
};
using ParamMap = std::vector<ParamSetting>;

}  // namespace ferro::ml
