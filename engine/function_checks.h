// What the compiler says about a function that cannot be given to an Rdd: one sentence, at the line that gave it. Each
// check is true for a function that can; where it is false, the operation gives a Refused instead of an Rdd, so that
// nothing behind it is complained about too. Compile time only.
#pragma once

#include <type_traits>
#include <utility>

#include "ferro/common/element.h"
#include "ferro/engine/function.h"
#include "ferro/engine/operators/range_cursor.h"

namespace ferro::detail {

// What an operation gives whose function was refused: whatever is asked of it gives another.
struct Refused {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor): it takes every place
#define FERRO_REFUSED(name)    \
  template <class... A>        \
  Refused name(A&&...) const { \
    return {};                 \
  }
  FERRO_REFUSED(map)
  FERRO_REFUSED(flatMap)
  FERRO_REFUSED(filter)
  FERRO_REFUSED(mapPartitions)
  FERRO_REFUSED(mapValues)
  FERRO_REFUSED(flatMapValues)
  FERRO_REFUSED(keyBy)
  FERRO_REFUSED(groupBy)
  FERRO_REFUSED(groupByKey)
  FERRO_REFUSED(reduceByKey)
  FERRO_REFUSED(sortBy)
  FERRO_REFUSED(sortByKey)
  FERRO_REFUSED(distinct)
  FERRO_REFUSED(join)
  FERRO_REFUSED(union_)
  FERRO_REFUSED(repartition)
  FERRO_REFUSED(coalesce)
  FERRO_REFUSED(cache)
  FERRO_REFUSED(persist)
  FERRO_REFUSED(collect)
  FERRO_REFUSED(count)
  FERRO_REFUSED(first)
  FERRO_REFUSED(take)
  FERRO_REFUSED(top)
  FERRO_REFUSED(reduce)
  FERRO_REFUSED(sum)
  FERRO_REFUSED(toDF)
  FERRO_REFUSED(saveAsTextFile)
#undef FERRO_REFUSED
};

// No captures, and arguments that travel.
template <class F, class... A>
constexpr bool canTravel() {
  requireCaptureFree<F>();
  requireTravellingArguments<A...>();
  return CaptureFree<F> && (kArgumentTravels<KeptArgument<A>> && ...);
}

template <class F, class T, class... A>
constexpr bool kCanCall =
    std::is_invocable_v<const F&, const T&, const KeptArgument<A>&...> || kCallsStored<F, T, KeptArgument<A>...>;

// Called with an element and the trailing arguments.
template <class F, class T, class... A>
constexpr bool canCall() {
  if constexpr (!canTravel<F, A...>()) {
    return false;
  } else {
    static_assert(
        kCanCall<F, T, A...>,
        "ferro: this function cannot be called with an element of the Rdd followed by the trailing arguments; "
        "compare its parameters with the Rdd's element type and with what is handed over after it");
    return kCanCall<F, T, A...>;
  }
}

// What it gives can be the element of an Rdd.
template <class Result>
constexpr bool canBeElement() {
  constexpr bool fits = Element<Result>;  // of the concept itself the compiler would say why it fails, at length
  static_assert(fits,
                "ferro: this type cannot be the element of an Rdd; a struct must be plain (no constructor, no base, no "
                "private or virtual member) with at most 24 fields of numbers, strings and standard containers, or "
                "specialise ferro::Codec<T>");
  return fits;
}

template <class F, class T, class... A>
constexpr bool canMap() {
  if constexpr (canCall<F, T, A...>()) {
    return canBeElement<ElementOf<CallResult<F, T, KeptArgument<A>...>>>();
  } else {
    return false;
  }
}

template <class F, class T, class... A>
constexpr bool canFlatMap() {
  if constexpr (canCall<F, T, A...>()) {
    return canBeElement<RangeElement<CallResult<F, T, KeptArgument<A>...>>>();
  } else {
    return false;
  }
}

// Called with two values of the same type.
template <class F, class V, class... A>
constexpr bool canReduce() {
  if constexpr (!canTravel<F, A...>()) {
    return false;
  } else {
    constexpr bool callable = std::is_invocable_v<const F&, V&, const V&, const KeptArgument<A>&...> ||
                              std::is_invocable_v<const F&, V&&, V&&, const KeptArgument<A>&...>;
    static_assert(
        callable,
        "ferro: this function cannot be called with two values of the Rdd followed by the trailing arguments; "
        "it takes two values of one type and gives a third, as in [](int64_t a, int64_t b) { return a + b; }");
    return callable;
  }
}

}  // namespace ferro::detail
