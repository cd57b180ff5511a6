// How the values of a key become one: create from the first value, add another, merge two partial results. Plain values
// that travel; their functions have no captures, so only trailing arguments are fields.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ferro/engine/function.h"

namespace ferro {

// Trailing arguments inside a value that travels as a whole; functions without captures may be among them.
template <class... Arguments>
struct KeptArguments {
  std::tuple<Arguments...> values;
};

template <class... Arguments>
struct Codec<KeptArguments<Arguments...>> {
  static void encode(Encoder& encoder, const KeptArguments<Arguments...>& arguments) {
    detail::encodeArguments(encoder, arguments.values);
  }
  static KeptArguments<Arguments...> decode(Decoder& decoder) {
    return {detail::decodeArguments<Arguments...>(decoder)};
  }
};

namespace detail {

template <class Create, class V, class... Arguments>
auto createFrom(const Create& create, const V& value, const Arguments&... arguments) {
  if constexpr (std::is_invocable_v<const Create&, const V&, const Arguments&...>) {
    return create(value, arguments...);
  } else {
    return create(value);
  }
}

template <class Create, class V, class... Arguments>
using CreateResult =
    decltype(createFrom(std::declval<const Create&>(), std::declval<const V&>(), std::declval<const Arguments&>()...));

template <class F, class Combined, class More, class... Arguments>
void combineInto(const F& function, Combined& into, More&& more, const KeptArguments<Arguments...>& arguments) {
  into = withArguments(arguments.values, [&](const auto&... argument) {
    return combine(function, std::move(into), std::forward<More>(more), argument...);
  });
}

}  // namespace detail

// reduceByKey: function(value, value, arguments...) gives a value.
template <class V, class F, class... Arguments>
struct ReduceAggregator {
  using Combined = Stored<V>;
  KeptArguments<Arguments...> arguments;

  Combined create(const V& value) const { return toStored(value); }
  void add(Combined& into, const V& value) const {
    into =
        detail::withArguments(arguments.values, [&](const auto&... argument) { return F{}(into, value, argument...); });
  }
  void merge(Combined& into, Combined&& more) const {
    into =
        detail::withArguments(arguments.values, [&](const auto&... argument) { return F{}(into, more, argument...); });
  }
};

// combineByKey: functions for each of the three, all with the same trailing arguments.
template <class V, class Create, class Add, class Merge, class... Arguments>
struct FunctionAggregator {
  using Combined = Stored<detail::CreateResult<Create, V, Arguments...>>;
  KeptArguments<Arguments...> arguments;

  Combined create(const V& value) const {
    return detail::withArguments(arguments.values, [&](const auto&... argument) {
      return Combined(detail::createFrom(Create{}, value, argument...));
    });
  }
  void add(Combined& into, const V& value) const { detail::combineInto(Add{}, into, value, arguments); }
  void merge(Combined& into, Combined&& more) const { detail::combineInto(Merge{}, into, std::move(more), arguments); }
};

// aggregateByKey and foldByKey: a zero, and functions to add a value and to merge.
template <class V, class Zero, class Add, class Merge, class... Arguments>
struct ZeroAggregator {
  using Combined = Zero;
  Zero zero;
  KeptArguments<Arguments...> arguments;

  Combined create(const V& value) const {
    Combined result = zero;
    add(result, value);
    return result;
  }
  void add(Combined& into, const V& value) const { detail::combineInto(Add{}, into, value, arguments); }
  void merge(Combined& into, Combined&& more) const { detail::combineInto(Merge{}, into, std::move(more), arguments); }
};

// groupByKey: all values of the key.
template <class V>
struct GroupAggregator {
  using Combined = std::vector<Stored<V>>;

  Combined create(const V& value) const { return {toStored(value)}; }
  void add(Combined& into, const V& value) const { into.push_back(toStored(value)); }
  void merge(Combined& into, Combined&& more) const {
    into.insert(into.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
};

}  // namespace ferro
