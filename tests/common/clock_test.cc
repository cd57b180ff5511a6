#include "ferro/common/clock.h"

#include "ferro_test.h"

using namespace ferro;
using namespace std::chrono_literals;

TEST_CASE("a manual clock moves only when told") {
  ManualClock clock;
  const Clock::TimePoint start = clock.now();
  CHECK(clock.now() == start);
  clock.advance(3s);
  CHECK(clock.now() - start == 3s);
}

TEST_CASE("the system's clock never goes back") {
  const SystemClock clock;
  const Clock::TimePoint first = clock.now();
  CHECK(clock.now() >= first);
}
