// What the tests of bad files say about errors.
#pragma once

#include <functional>
#include <string>

#include "ferro/common/error.h"
#include "ferro_test.h"

namespace ferro::test {

inline std::string messageOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline bool mentions(const std::string& message, const std::string& part) {
  UNSCOPED_INFO(message);
  return message.find(part) != std::string::npos;
}

}  // namespace ferro::test
