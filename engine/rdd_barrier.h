// barrier(): the tasks of the next step are of use only all together. They start together, meet by means of
// BarrierContext, and when one fails all run again. The step is refused when there are fewer slots than the Rdd has
// partitions, so that none of them waits for another that cannot start.
#pragma once

#include <utility>

#include "ferro/engine/barrier_context.h"
#include "ferro/engine/rdd_narrow.h"

namespace ferro {

namespace detail {

void requireSlotsForBarrier(const SessionCore& session, int numPartitions);

}  // namespace detail

template <class T>
class RddBarrier {
 public:
  explicit RddBarrier(Rdd<T> rdd) : rdd_(std::move(rdd)) {}

  // function(Rows<T>& rows, arguments...) returns a range.
  template <class F, class... A>
  auto mapPartitions(F function, A&&... arguments) const {
    detail::requireSlotsForBarrier(*rdd_.session(), rdd_.numPartitions());
    return marked(rdd_.mapPartitions(function, std::forward<A>(arguments)...));
  }
  template <class F, class... A>
  auto mapPartitionsWithIndex(F function, A&&... arguments) const {
    detail::requireSlotsForBarrier(*rdd_.session(), rdd_.numPartitions());
    return marked(rdd_.mapPartitionsWithIndex(function, std::forward<A>(arguments)...));
  }

 private:
  template <class U>
  static Rdd<U> marked(Rdd<U> rdd) {
    rdd.node()->markBarrier();
    return rdd;
  }

  Rdd<T> rdd_;
};

}  // namespace ferro
