// All plots of a model, as SVG files. For the driver's thread.
#pragma once

#include "fitted.h"
#include "output_folder.h"

// Which plots there are depends on the task, and on whether there is something to test the model with.
void draw(const Fitted& fitted, const StagePlan& plan, const Arguments& arguments, OutputFolder& output);
