// ferro-submit: see submit/README.md.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/submit/command_line.h"
#include "ferro/submit/submission.h"

namespace {

constexpr int kWrongUsage = 2;

int fail(const char* what, int code) {
  std::fprintf(stderr, "error: %s\n", what);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    return ferro::submit::submit(ferro::submit::parseCommandLine(arguments));
  } catch (const ferro::Error& error) {
    return fail(error.what(), error.code() == ferro::ErrorCode::kInvalidArgument ? kWrongUsage : 1);
  } catch (const std::exception& error) {
    return fail(error.what(), 1);
  }
}
