// A pipeline that was fitted to the training rows, with what a report needs to know of it. For the driver's thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learner.h"
#include "model_choice.h"
#include "row_parts.h"

// Rows with label and features, as the stages before the learner give them, kept in memory.
struct PreparedRows {
  ferro::DataFrame train;
  ferro::DataFrame test;
  int64_t numTrain = 0;
  int64_t numTest = 0;
  bool isTestable = false;  // the test rows have two labels at least: with one, no metric means anything
};

// The stages before the learner, and what they make of the rows.
struct Preparation {
  ferro::ml::PipelineModel stages;
  PreparedRows rows;
  std::vector<std::string> features;  // what each is called in a report
  std::vector<std::string> classes;   // what 0, 1, ... stand for; none where the label is a number
};

struct Fitted {
  ferro::ml::PipelineModel model;  // without the stage that reads columns
  PreparedRows rows;
  Learned learned;
  std::vector<std::string> features;
  std::vector<std::string> classes;
};

Preparation prepare(const RowParts& parts, const StagePlan& plan);
// Trains on all of the training rows; listener hears of each iteration.
Fitted fitTo(const Preparation& preparation, const StagePlan& plan, const Arguments& arguments,
             const IterationListener& listener);

// How often the commonest class is right, without any model; 0 where the label is a number.
double commonestShare(const ferro::DataFrame& prepared, const StagePlan& plan);
