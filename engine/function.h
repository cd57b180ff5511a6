// Functions that travel: what may be given to an operator, how its arguments are kept, and how it is called. A function
// has no captures; what it needs is handed over beside it, so all that reaches an executor is visible in the call.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "ferro/common/codec.h"
#include "ferro/common/stored.h"

namespace ferro {

// A callable without state: a lambda without captures or an empty function object. Its type alone says what it does.
template <class F>
concept CaptureFree = std::is_empty_v<F> && std::is_default_constructible_v<F>;

namespace detail {

template <class F>
constexpr void requireCaptureFree() {
  static_assert(!std::is_pointer_v<std::decay_t<F>>,
                "ferro: a function pointer cannot travel to an executor; wrap it in a lambda without captures, "
                "as in rdd.map([](const T& row) { return f(row); })");
  static_assert(std::is_pointer_v<std::decay_t<F>> || CaptureFree<std::decay_t<F>>,
                "ferro: a function given to Ferro takes no captures; hand over what it needs as trailing arguments, "
                "as in rdd.filter([](const T& row, double limit) { return row.x > limit; }, limit), "
                "and large values as ferro::Broadcast<T>");
}

// How an argument is kept inside an operator: views become values, a string literal a std::string.
template <class Argument>
using KeptArgument = Stored<std::decay_t<Argument>>;

template <class Argument>
constexpr bool kArgumentTravels = CaptureFree<Argument> || Travels<Argument>;

template <class... Arguments>
constexpr void requireTravellingArguments() {
  static_assert((kArgumentTravels<KeptArgument<Arguments>> && ...),
                "ferro: an argument handed to a function cannot travel to an executor; use values (numbers, strings, "
                "standard containers, plain structs of these), ferro::Broadcast<T>, or specialise ferro::Codec<T>");
}

// A value that owns itself, without a copy where it does already.
template <class T>
decltype(auto) asStored(const T& value) {
  if constexpr (std::is_same_v<T, Stored<T>>) {
    return (value);
  } else {
    return toStored(value);
  }
}

template <class Argument>
void encodeArgument(Encoder& encoder, const Argument& argument) {
  if constexpr (!CaptureFree<Argument> || Travels<Argument>) encoder.write(argument);
}

template <class Argument>
Argument decodeArgument(Decoder& decoder) {
  if constexpr (!CaptureFree<Argument> || Travels<Argument>) {
    return decoder.template read<Argument>();
  } else {
    return Argument{};
  }
}

// Calls function(arguments...), as std::apply does with more work for the compiler.
template <class F, class... Arguments>
decltype(auto) withArguments([[maybe_unused]] const std::tuple<Arguments...>& arguments, const F& function) {
  return [&]<size_t... kPlaces>(std::index_sequence<kPlaces...>) -> decltype(auto) {
    return function(std::get<kPlaces>(arguments)...);
  }(std::index_sequence_for<Arguments...>());
}

template <class... Arguments>
void encodeArguments(Encoder& encoder, const std::tuple<Arguments...>& arguments) {
  withArguments(arguments, [&](const auto&... argument) { (encodeArgument(encoder, argument), ...); });
}

template <class... Arguments>
std::tuple<Arguments...> decodeArguments(Decoder& decoder) {
  return std::tuple<Arguments...>{decodeArgument<Arguments>(decoder)...};
}

// The arguments of an operator, beside whatever else it is.
template <class... Arguments>
class HasArguments {
 protected:
  explicit HasArguments(std::tuple<Arguments...>&& arguments) : arguments_(std::move(arguments)) {}
  const std::tuple<Arguments...>& arguments() const { return arguments_; }
  template <size_t I>
  const auto& argument() const {
    return std::get<I>(arguments_);
  }

 private:
  std::tuple<Arguments...> arguments_;
};

// With the trailing arguments where the function takes them, else without: functions that come in pairs, such as the
// two of aggregate, share theirs.
template <class F, class Accumulator, class Value, class... Arguments>
auto combine(const F& function, Accumulator&& accumulator, Value&& value, const Arguments&... arguments) {
  if constexpr (std::is_invocable_v<const F&, Accumulator&&, Value&&, const Arguments&...>) {
    return function(std::forward<Accumulator>(accumulator), std::forward<Value>(value), arguments...);
  } else {
    return function(std::forward<Accumulator>(accumulator), std::forward<Value>(value));
  }
}

template <class F, class Element, class... Arguments>
constexpr bool kCallsStored = !std::is_invocable_v<const F&, const Element&, const Arguments&...> &&
                              std::is_invocable_v<const F&, const Stored<Element>&, const Arguments&...>;

// Calls a user's function on an element of the stage. A function that asks for a string is served from a view too; then
// what it returns must own its bytes, because the string is gone when the call returns.
template <class F, class Element, class... Arguments>
auto call(const F& function, const Element& element, const Arguments&... arguments) {
  if constexpr (std::is_invocable_v<const F&, const Element&, const Arguments&...>) {
    return function(element, arguments...);
  } else if constexpr (kCallsStored<F, Element, Arguments...>) {
    if constexpr (std::is_void_v<decltype(function(toStored(element), arguments...))>) {
      function(toStored(element), arguments...);
    } else {
      return toStored(function(toStored(element), arguments...));
    }
  } else {
    static_assert(
        kAlwaysFalse<F>,
        "ferro: this function cannot be called with an element of the Rdd followed by the trailing arguments; "
        "compare its parameters with the Rdd's element type and with what is handed over after it");
  }
}

template <class F, class Element, class... Arguments>
using CallResult =
    decltype(call(std::declval<const F&>(), std::declval<const Element&>(), std::declval<const Arguments&>()...));

// What an operator gives for a function's result: C strings flow as views.
template <class Result>
struct ElementOfResult {
  using Type = std::remove_cvref_t<Result>;
};
template <>
struct ElementOfResult<const char*> {
  using Type = std::string_view;
};
template <class Result>
using ElementOf = typename ElementOfResult<Result>::Type;

}  // namespace detail
}  // namespace ferro
