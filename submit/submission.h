// A call of ferro-submit: does what it asks for. For the main thread.
#pragma once

#include "ferro/submit/command_line.h"

namespace ferro::submit {

// The exit code. Errors are for the caller to show.
int submit(const CommandLine& line);

}  // namespace ferro::submit
