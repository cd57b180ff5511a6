// A process in the role of an executor: joins its driver, runs the tasks it is sent, serves its blocks and map outputs
// to the others, and ends when the driver lets it go or is gone. Runs on the thread that calls it, which is the main
// one.
#pragma once

#include "ferro/scheduler/cluster/executor_role.h"
#include "ferro/scheduler/task.h"

namespace ferro {

// Never returns: ends the process with its exit code. What it cannot do is one line on stderr.
[[noreturn]] void runExecutorProcess(const ExecutorRole& role, const TaskBodyCodec& codec);

}  // namespace ferro
