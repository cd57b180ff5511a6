// ferro-submit: see submit/README.md.
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "ferro/submit/application_process.h"
#include "ferro/submit/command_line.h"
#include "ferro/submit/submission.h"

namespace {

// As Spark's.
constexpr int kFailed = 1;
constexpr int kNoProgram = 2;
constexpr int kNoArguments = 255;

int fail(const std::exception& error, int code) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  // Whoever started us may ignore the ends of children, which we inherit: then nobody could tell their exit codes.
  std::signal(SIGCHLD, SIG_DFL);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    return ferro::submit::submit(ferro::submit::parseCommandLine(arguments));
  } catch (const ferro::submit::NoProgram& error) {
    return fail(error, kNoProgram);
  } catch (const std::exception& error) {
    return fail(error, arguments.empty() ? kNoArguments : kFailed);
  }
}
