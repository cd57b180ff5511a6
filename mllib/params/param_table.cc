#include "ferro/mllib/params/param_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/expr/number_text.h"

namespace ferro::ml {
namespace {

// A list's elements are checked one by one.
template <class Holds>
ParamCheck numberCheck(std::string says, Holds holds) {
  return {std::move(says), [holds](const ParamValue& value) {
            if (const auto* whole = std::get_if<int64_t>(&value.variant())) return holds(static_cast<double>(*whole));
            if (const auto* number = std::get_if<double>(&value.variant())) return holds(*number);
            if (const auto* list = std::get_if<std::vector<double>>(&value.variant())) {
              for (const double number : *list) {
                if (!holds(number)) return false;
              }
            }
            if (const auto* list = std::get_if<std::vector<int64_t>>(&value.variant())) {
              for (const int64_t number : *list) {
                if (!holds(static_cast<double>(number))) return false;
              }
            }
            return true;
          }};
}

bool ascends(const std::vector<double>& values, size_t atLeastMany) {
  if (values.size() < atLeastMany) return false;
  for (size_t i = 1; i < values.size(); ++i) {
    if (!(values[i - 1] < values[i])) return false;
  }
  return true;
}

}  // namespace

ParamCheck oneOf(std::initializer_list<std::string_view> choices) {
  std::string says = "one of";
  std::vector<std::string> allowed;
  for (const std::string_view choice : choices) {
    says += (allowed.empty() ? " '" : ", '") + std::string(choice) + "'";
    allowed.emplace_back(choice);
  }
  return {says, [allowed](const ParamValue& value) {
            const auto* text = std::get_if<std::string>(&value.variant());
            if (text == nullptr) return !value.isSet();
            for (const std::string& choice : allowed) {
              if (choice == *text) return true;
            }
            return false;
          }};
}

ParamCheck atLeast(double least) {
  return numberCheck("numbers from " + numberText(least) + " on", [least](double value) { return value >= least; });
}

ParamCheck moreThan(double bound) {
  return numberCheck("numbers above " + numberText(bound), [bound](double value) { return value > bound; });
}

ParamCheck between(double least, double most) {
  return numberCheck("numbers from " + numberText(least) + " to " + numberText(most),
                     [least, most](double value) { return value >= least && value <= most; });
}

ParamCheck allButOnePositive() {
  return {"numbers of 0 or more, of which one at most is 0", [](const ParamValue& value) {
            const auto* list = std::get_if<std::vector<double>>(&value.variant());
            if (list == nullptr) return true;
            const bool none = std::none_of(list->begin(), list->end(), [](double number) { return !(number >= 0); });
            return none && std::count(list->begin(), list->end(), 0.0) <= 1;
          }};
}

ParamCheck ascending(size_t atLeastMany) {
  return {"at least " + std::to_string(atLeastMany) + " numbers, each greater than the one before",
          [atLeastMany](const ParamValue& value) {
            if (const auto* list = std::get_if<std::vector<double>>(&value.variant())) {
              return ascends(*list, atLeastMany);
            }
            if (const auto* lists = std::get_if<std::vector<std::vector<double>>>(&value.variant())) {
              for (const auto& list : *lists) {
                if (!ascends(list, atLeastMany)) return false;
              }
            }
            return true;
          }};
}

const ParamSpec* ParamTable::findOrNull(std::string_view name) const {
  for (const ParamSpec& spec : specs_) {
    if (spec.name == name) return &spec;
  }
  return nullptr;
}

const ParamSpec& ParamTable::find(std::string_view name) const {
  if (const ParamSpec* found = findOrNull(name)) return *found;
  std::vector<std::string_view> known;
  for (const ParamSpec& spec : specs_) known.emplace_back(spec.name);
  const auto nearest = nearestName(name, known);
  throw Error(ErrorCode::kNotFound, owner_ + " has no parameter `" + std::string(name) + "`" +
                                        (nearest ? "; did you mean `" + std::string(*nearest) + "`?" : ""));
}

void ParamTable::set(void* params, std::string_view name, const ParamValue& value) const {
  const ParamSpec& spec = find(name);
  check(spec, value);
  spec.set(params, value);
}

ParamValue ParamTable::converted(std::string_view name, const ParamValue& value) const {
  const ParamSpec& spec = find(name);
  check(spec, value);
  return spec.convert(value);
}

void ParamTable::checkAll(const void* params) const {
  for (const ParamSpec& spec : specs_) check(spec, spec.get(params));
}

void ParamTable::check(const ParamSpec& spec, const ParamValue& value) const {
  if (!spec.check.holds || !value.isSet() || spec.check.holds(value)) return;
  throw Error(ErrorCode::kInvalidArgument,
              owner_ + ": parameter " + spec.name + " was given " + value.text() + "; it takes " + spec.check.says);
}

std::string ParamTable::explain(const void* params) const {
  std::string text;
  for (const ParamSpec& spec : specs_) {
    const ParamValue value = spec.get(params);
    std::string state = spec.defaultValue.isSet() ? "default: " + spec.defaultValue.text() : "undefined";
    if (!(value == spec.defaultValue)) {
      state = (spec.defaultValue.isSet() ? state + ", current: " : "current: ") + value.text();
    }
    text += (text.empty() ? "" : "\n") + spec.name + ": " + spec.doc +
            (spec.check.says.empty() ? "" : "; it takes " + spec.check.says) + " (" + state + ")";
  }
  return text;
}

namespace detail {
namespace {

template <class T>
bool assignSame(T& field, const ParamValue& value) {
  if (!value.isSet()) {
    field = T();
    return true;
  }
  const T* given = std::get_if<T>(&value.variant());
  if (given == nullptr) return false;
  field = *given;
  return true;
}

// Saved models have what JSON has no numbers for as texts.
bool assignText(double& field, std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (text != "NaN" && text != "Inf" && text != "-Inf") return false;
  field = text == "NaN" ? std::nan("") : text == "Inf" ? kInfinity : -kInfinity;
  return true;
}

}  // namespace

bool assign(bool& field, const ParamValue& value) { return value.isSet() && assignSame(field, value); }
bool assign(int64_t& field, const ParamValue& value) { return value.isSet() && assignSame(field, value); }
bool assign(int32_t& field, const ParamValue& value) {
  const auto* given = std::get_if<int64_t>(&value.variant());
  if (given == nullptr || *given < std::numeric_limits<int32_t>::min() ||
      *given > std::numeric_limits<int32_t>::max()) {
    return false;
  }
  field = static_cast<int32_t>(*given);
  return true;
}
bool assign(double& field, const ParamValue& value) {
  if (const auto* text = std::get_if<std::string>(&value.variant())) return assignText(field, *text);
  if (const auto* whole = std::get_if<int64_t>(&value.variant())) {
    field = static_cast<double>(*whole);
    return true;
  }
  return value.isSet() && assignSame(field, value);
}
bool assign(std::string& field, const ParamValue& value) { return assignSame(field, value); }
bool assign(std::vector<std::string>& field, const ParamValue& value) { return assignSame(field, value); }
bool assign(std::vector<int32_t>& field, const ParamValue& value) {
  std::vector<int64_t> wide;
  if (!assignSame(wide, value)) return false;
  field.clear();
  for (const int64_t number : wide) field.push_back(static_cast<int32_t>(number));
  return true;
}
bool assign(std::vector<double>& field, const ParamValue& value) {
  if (const auto* whole = std::get_if<std::vector<int64_t>>(&value.variant())) {
    field.assign(whole->begin(), whole->end());
    return true;
  }
  return assignSame(field, value);
}
bool assign(std::vector<std::vector<double>>& field, const ParamValue& value) { return assignSame(field, value); }
bool assign(std::vector<std::vector<std::string>>& field, const ParamValue& value) { return assignSame(field, value); }
bool assign(Vector& field, const ParamValue& value) { return assignSame(field, value); }
bool assign(Matrix& field, const ParamValue& value) { return assignSame(field, value); }

void throwWrongType(std::string_view name, const ParamValue& given, std::string_view wanted) {
  throw Error(ErrorCode::kInvalidArgument, "parameter " + std::string(name) + " was given " + given.text() +
                                               ", which is " + std::string(given.kind()) + "; it takes " +
                                               std::string(wanted));
}

}  // namespace detail

}  // namespace ferro::ml
