// The pipeline for a table: which stages, on which columns, under which names. Pure functions.
#pragma once

#include <string>
#include <vector>

#include <ferro/ml.h>

#include "column_choice.h"

// Names that no column of the table has.
struct StageColumns {
  std::string label;  // a number, as training wants it
  std::string assembled;
  std::string features;
  std::string prediction;
  std::string probability;
  std::string rawPrediction;
};

struct StagePlan {
  Task task;
  StageColumns columns;
  std::vector<ferro::ml::PipelineStage> preparation;
};

StagePlan planStages(const TableProfile& profile, const std::vector<ColumnChoice>& choices, Task task);

// What a feature is called in a report: "Age", or "Education = Masters".
std::string featureTitle(const std::string& attribute, const std::vector<ColumnChoice>& choices);
