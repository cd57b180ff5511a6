// From exceptions to reports of failure, and from those to the one line that a job's error is. Pure functions.
#pragma once

#include <string>

#include "ferro/common/error.h"
#include "ferro/scheduler/stage.h"
#include "ferro/scheduler/task_set.h"

namespace ferro {

// Describes the exception being handled; call it inside a catch block. One that is not ferro::Error came out of a
// function of the user's.
TaskFailure describeCurrentException();

// Line breaks become spaces.
std::string oneLine(std::string text);

// "stage 5 (reduceByKey at main.cc:12)"
std::string describeStage(const Stage& stage);

// The error of a job that ends because a task has failed as often as it may: the first cause, and the last one if that
// is another.
Error tooManyFailures(JobId job, const Stage& stage, const LaunchedTask& task, int maxFailures,
                      const TaskFailure& first, const TaskFailure& last);

Error jobFailed(JobId job, const Stage& stage, const TaskFailure& cause);

}  // namespace ferro
