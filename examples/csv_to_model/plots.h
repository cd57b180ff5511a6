// The program's plots of lines and dots: how the objective went down, what more rows are good for, the ROC, and
// residuals. Each trains or scores on the driver's thread what it needs.
#pragma once

#include <string>

#include "fitted.h"
#include "svg_plot.h"

Plot objectivePlot(const Learned& learned);
// Models of ever more of the training rows, judged on those rows and on the test rows.
Plot learningCurve(const StagePlan& plan, const Arguments& arguments, const PreparedRows& rows);
// How far the label is from its prediction, by prediction; of at most a few thousand rows.
Plot residualPlot(const ferro::DataFrame& scored, const StagePlan& plan);
// With the area under each curve.
Plot rocPlot(const ferro::ml::LogisticRegressionModel& model, const PreparedRows& rows, const std::string& positive);
