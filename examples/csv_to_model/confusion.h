// A confusion matrix as an SVG picture: for each class, what its rows were taken for. Plain values; made by one job on
// the driver's thread.
#pragma once

#include <string>
#include <vector>

#include "learner.h"

struct Confusion {
  std::vector<std::string> classes;
  std::vector<std::vector<int64_t>> counts;  // of a class, predicted as a class
  bool hasOthers = false;                    // the last class stands for all that are left out
};

// Of rows that a model has scored. Of many classes the commonest are kept.
Confusion confusionOf(const ferro::DataFrame& scored, const StagePlan& plan, const std::vector<std::string>& classes);
std::string toSvg(const Confusion& confusion);
