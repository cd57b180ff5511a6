// A row as a line of text, as Spark's saveAsTextFile writes it: strings as they are, numbers as Java prints them,
// pairs, tuples and structs `(a,b)`, sequences `[a, b]`, optionals `Some(a)` or `None`, maps `Map(k -> v)`. A class
// with a toString() of its own is written by that. Pure functions; any thread may call them.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "ferro/common/element.h"

namespace ferro {

namespace detail {

template <class T>
concept HasToString = std::is_class_v<T> && requires(const T& value) {
  { value.toString() } -> std::convertible_to<std::string_view>;
};

void appendSigned(std::string& line, int64_t value);
void appendUnsigned(std::string& line, uint64_t value);
// The shortest digits that read back as the same number: 1.0, 0.001, 1.0E10, NaN, -Infinity.
void appendReal(std::string& line, double value);
void appendReal(std::string& line, float value);

template <ScalarElement T>
void appendScalar(std::string& line, T value) {
  using P = Physical<T>;
  const auto physical = static_cast<P>(value);
  if constexpr (std::is_same_v<P, bool>) {
    line.append(physical ? "true" : "false");
  } else if constexpr (std::is_same_v<P, char>) {
    line.push_back(physical);
  } else if constexpr (std::is_floating_point_v<P>) {
    appendReal(line, physical);
  } else if constexpr (std::is_signed_v<P>) {
    appendSigned(line, physical);
  } else {
    appendUnsigned(line, physical);
  }
}

}  // namespace detail

template <class T>
void appendText(std::string& line, const T& value) {
  auto appendAll = [&line](const auto& range, std::string_view separator, auto append) {
    bool first = true;
    for (const typename std::remove_cvref_t<decltype(range)>::value_type& part : range) {
      if (!first) line.append(separator);
      append(part);
      first = false;
    }
  };
  if constexpr (detail::HasToString<T>) {
    line.append(value.toString());
  } else if constexpr (ScalarElement<T>) {
    detail::appendScalar(line, value);
  } else if constexpr (TextElement<T>) {
    line.append(value);
  } else if constexpr (ProductElement<T>) {
    line.push_back('(');
    visitFields(value, [&line](const auto&... fields) {
      size_t position = 0;
      ((position++ > 0 ? line.push_back(',') : void(), appendText(line, fields)), ...);
    });
    line.push_back(')');
  } else if constexpr (VectorElement<T> || ArrayElement<T>) {
    line.push_back('[');
    appendAll(value, ", ", [&line](const auto& part) { appendText(line, part); });
    line.push_back(']');
  } else if constexpr (OptionalElement<T>) {
    if (!value) return void(line.append("None"));
    line.append("Some(");
    appendText(line, *value);
    line.push_back(')');
  } else if constexpr (MapElement<T>) {
    line.append("Map(");
    appendAll(value, ", ", [&line](const auto& entry) {
      appendText(line, entry.first);
      line.append(" -> ");
      appendText(line, entry.second);
    });
    line.push_back(')');
  } else {
    static_assert(kAlwaysFalse<T>,
                  "this type cannot be written as text: give it a member std::string toString() const, or map the rows "
                  "to strings first");
  }
}

template <class T>
std::string toLine(const T& value) {
  std::string line;
  appendText(line, value);
  return line;
}

}  // namespace ferro
