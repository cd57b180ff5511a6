// What a struct of parameters looks like at run time: the name, meaning and allowed values of each field, and how to
// read and set it by name. A struct of parameters has `static const ParamTable& table()`; the table is built once and
// immutable. Any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ferro/mllib/params/param_value.h"

namespace ferro::ml {

// Which values a parameter takes. `says` finishes the sentence "it takes ...".
struct ParamCheck {
  std::string says{};
  std::function<bool(const ParamValue&)> holds{};
};
ParamCheck oneOf(std::initializer_list<std::string_view> choices);
ParamCheck atLeast(double least);
ParamCheck moreThan(double bound);
ParamCheck between(double least, double most);  // both included
// Splits for buckets and the like: ascending, so many at least.
ParamCheck ascending(size_t atLeastMany);
// Thresholds of classes: none is negative, and one at most is 0.
ParamCheck allButOnePositive();

struct ParamSpec {
  std::string name{};
  std::string doc{};
  ParamCheck check{};
  bool isSparks = true;  // false: Spark has none of that name, so saved models keep it apart
  std::function<ParamValue(const void*)> get{};
  // Error kInvalidArgument when the value is of another type.
  std::function<void(void*, const ParamValue&)> set{};
  ParamValue defaultValue{};
  // The value as the parameter holds it: a whole number that a fraction is asked for becomes one. Error as of set.
  std::function<ParamValue(const ParamValue&)> convert{};
};

class ParamTable {
 public:
  ParamTable(std::string owner, std::vector<ParamSpec> specs) : owner_(std::move(owner)), specs_(std::move(specs)) {}

  const std::vector<ParamSpec>& specs() const { return specs_; }
  // Error kNotFound that names the nearest.
  const ParamSpec& find(std::string_view name) const;
  const ParamSpec* findOrNull(std::string_view name) const;

  // Errors kInvalidArgument that name the parameter, the value and what is allowed.
  void set(void* params, std::string_view name, const ParamValue& value) const;
  void checkAll(const void* params) const;
  // What the parameter would hold, were it set to this.
  ParamValue converted(std::string_view name, const ParamValue& value) const;
  // A line for each: name, meaning, default and current value, as Spark's explainParams().
  std::string explain(const void* params) const;

 private:
  void check(const ParamSpec& spec, const ParamValue& value) const;

  std::string owner_;  // the stage's name, for errors
  std::vector<ParamSpec> specs_;
};

namespace detail {

// The field's type from a value of any type that fits: whole numbers are numbers too. False when it does not fit.
bool assign(bool& field, const ParamValue& value);
bool assign(int32_t& field, const ParamValue& value);
bool assign(int64_t& field, const ParamValue& value);
bool assign(double& field, const ParamValue& value);
bool assign(std::string& field, const ParamValue& value);
bool assign(std::vector<std::string>& field, const ParamValue& value);
bool assign(std::vector<int32_t>& field, const ParamValue& value);
bool assign(std::vector<double>& field, const ParamValue& value);
bool assign(std::vector<std::vector<double>>& field, const ParamValue& value);
bool assign(std::vector<std::vector<std::string>>& field, const ParamValue& value);
bool assign(Vector& field, const ParamValue& value);
bool assign(Matrix& field, const ParamValue& value);
template <class T>
bool assign(std::optional<T>& field, const ParamValue& value) {
  if (!value.isSet()) {
    field.reset();
    return true;
  }
  T given{};
  if (!assign(given, value)) return false;
  field = std::move(given);
  return true;
}

template <class T>
ParamValue valueOf(const T& field) {
  return ParamValue(field);
}
template <class T>
ParamValue valueOf(const std::optional<T>& field) {
  return field ? ParamValue(*field) : ParamValue();
}
// An empty text or list of names is a parameter that nobody set.
inline ParamValue valueOf(const std::string& field) { return field.empty() ? ParamValue() : ParamValue(field); }
template <class T>
ParamValue valueOf(const std::vector<T>& field) {
  return field.empty() ? ParamValue() : ParamValue(field);
}

template <class T>
struct KindOf {
  static std::string_view name() { return ParamValue(T{}).kind(); }
};
template <class T>
struct KindOf<std::optional<T>> : KindOf<T> {};

[[noreturn]] void throwWrongType(std::string_view name, const ParamValue& given, std::string_view wanted);

}  // namespace detail

// Builds the table of the struct P: ParamTableOf<P>("Stage").add("name", &P::name, "meaning", check)....build().
template <class P>
class ParamTableOf {
 public:
  explicit ParamTableOf(std::string owner) : owner_(std::move(owner)) {}

  template <class T, class Base>
  ParamTableOf& add(const std::string& name, T Base::* field, std::string doc, ParamCheck check = {}) {
    return append(name, field, std::move(doc), std::move(check), true);
  }
  // One that Spark does not have.
  template <class T, class Base>
  ParamTableOf& addOwn(const std::string& name, T Base::* field, std::string doc, ParamCheck check = {}) {
    return append(name, field, std::move(doc), std::move(check), false);
  }
  ParamTable build() { return ParamTable(std::move(owner_), std::move(specs_)); }

 private:
  template <class T, class Base>
  ParamTableOf& append(const std::string& name, T Base::* field, std::string doc, ParamCheck check, bool isSparks) {
    const P defaults{};
    ParamSpec spec{name, std::move(doc), std::move(check), isSparks, {}, {}, detail::valueOf(defaults.*field), {}};
    spec.get = [field](const void* params) { return detail::valueOf(static_cast<const P*>(params)->*field); };
    spec.set = [field, name](void* params, const ParamValue& value) {
      if (!detail::assign(static_cast<P*>(params)->*field, value)) {
        detail::throwWrongType(name, value, detail::KindOf<T>::name());
      }
    };
    spec.convert = [field, set = spec.set](const ParamValue& value) {
      P params{};
      set(&params, value);
      return detail::valueOf(params.*field);
    };
    specs_.push_back(std::move(spec));
    return *this;
  }

  std::string owner_;
  std::vector<ParamSpec> specs_;
};

}  // namespace ferro::ml
