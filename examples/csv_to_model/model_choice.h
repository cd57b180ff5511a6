// How strong the penalty should be: models with several are judged on rows of the training part that they were not
// trained on. For the driver's thread.
#pragma once

#include <optional>
#include <vector>

#include "learner.h"

// A penalty, and how well models with it did.
struct Candidate {
  double regParam = 0;
  std::vector<Metric> metrics;
};

struct ModelChoice {
  std::vector<Candidate> candidates;  // from the strongest penalty to none
  size_t best = 0;
  int64_t numRows = 0;  // that models were judged on
};

// prepared: label and features of the training rows. Small tables are cut into folds, each judged by models of the
// others; of large ones a quarter is enough. Nothing when there are too few rows of any but one label.
std::optional<ModelChoice> chooseModel(const ferro::DataFrame& prepared, int64_t numRows, const StagePlan& plan,
                                       const Arguments& arguments);
