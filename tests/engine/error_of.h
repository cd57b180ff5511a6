// The error that a call throws, for tests that look at its code and text; fails the test when it throws none.
#pragma once

#include <stdexcept>

#include "ferro/common/error.h"

namespace ferro::test {

template <class Call>
Error errorOf(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  throw std::logic_error("no error was thrown");
}

}  // namespace ferro::test
