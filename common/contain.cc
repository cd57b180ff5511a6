#include "ferro/common/contain.h"

#include <exception>
#include <new>

#include "ferro/common/log.h"

namespace ferro {

std::string currentExceptionText() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return "the operating system gave no more memory";
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return "something was thrown that is not a std::exception";
  }
}

void logContained(std::string_view where) noexcept {
  try {
    logError("an unexpected error in " + std::string(where) + ": " + currentExceptionText());
  } catch (...) {  // not even memory for the line is left
  }
}

}  // namespace ferro
