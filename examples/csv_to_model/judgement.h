// How good models are: those to choose from, and the one that was chosen, on rows that it has not seen. For the
// driver's thread.
#pragma once

#include "fitted.h"

// Prints what each penalty was worth, and which one is taken.
void printChoice(const ModelChoice& choice);
// Prints the model's metrics on the test rows beside those of guessing, or says why there is nothing to judge it by.
void judge(const Fitted& fitted, const StagePlan& plan);
