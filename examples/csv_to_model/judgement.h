// How good the model is on rows that it has not seen. For the driver's thread.
#pragma once

#include "fitted.h"

// Prints the model's metrics beside those of guessing, and of models with the penalties from the strongest that was
// tried to one that is weaker than the model's; or says why there is nothing to judge it by.
void judge(const Fitted& fitted, const StagePlan& plan, const Arguments& arguments, double strongest);
