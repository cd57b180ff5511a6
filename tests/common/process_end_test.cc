#include "ferro/common/process_end.h"

#include <sys/wait.h>
#include <unistd.h>

#include "ferro_test.h"

namespace ferro {
namespace {

template <class Child>
std::string endOf(Child child) {
  const pid_t process = ::fork();
  if (process == 0) {
    child();
    ::_exit(0);
  }
  siginfo_t info{};
  REQUIRE(::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED) == 0);
  return describeProcessEnd(info);
}

}  // namespace

TEST_CASE("a process that ended well has nothing to say") {
  CHECK(endOf([] {}).empty());
}

TEST_CASE("an exit code and a signal are told in words") {
  CHECK(endOf([] { ::_exit(3); }) == "ended with exit code 3");
  CHECK(endOf([] { ::raise(SIGKILL); }) == "was killed by signal 9 (SIGKILL)");
}

}  // namespace ferro
