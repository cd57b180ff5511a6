// What the threads of a service do with exceptions that nobody expects: log them and go on. An exception that left such
// a thread would end the process, and every job in it. Any thread may call these.
#pragma once

#include <string>
#include <string_view>

namespace ferro {

// The exception being handled, in one line; call it inside a catch block.
std::string currentExceptionText();

// Logs the exception being handled; call it inside a catch block.
void logContained(std::string_view where) noexcept;

// Runs the step. False when it threw, which is logged.
template <class Step>
bool contain(std::string_view where, Step&& step) noexcept {
  try {
    step();
    return true;
  } catch (...) {
    logContained(where);
    return false;
  }
}

// Runs the work of a thread until it returns; work that throws is logged and begins again.
template <class Work>
void containEach(std::string_view where, Work&& work) noexcept {
  while (!contain(where, work)) continue;
}

}  // namespace ferro
