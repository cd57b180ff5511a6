// How likely a statistic at least this large is when nothing is going on. Pure functions; any thread.
#pragma once

namespace ferro::ml {

// As Spark does it, one minus the probability of less: below about 1e-16 they are 0, and features that are equally
// certain tie. NaN gives NaN.
double chiSquareSurvival(double statistic, double degreesOfFreedom);
// Of a value this far from 0, either side, in Student's distribution.
double studentTails(double statistic, double degreesOfFreedom);
double fSurvival(double statistic, double numeratorDegrees, double denominatorDegrees);

}  // namespace ferro::ml
