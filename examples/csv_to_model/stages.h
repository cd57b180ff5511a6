// The pipeline for a table: which stages, on which columns, under which names. Pure functions.
#pragma once

#include <string>
#include <vector>

#include <ferro/ml.h>

#include "column_choice.h"
#include "task.h"

// Names that no column of the table has.
struct StageColumns {
  std::string label;  // a number, as training wants it
  std::string assembled;
  std::string features;
  std::string prediction;
  std::string probability;
  std::string rawPrediction;
};

// What goes into the vector of features, and which of the file's columns it was made of.
struct StageInput {
  std::string column;
  std::string source;
};

struct StagePlan {
  Task task;
  StageColumns columns;
  std::vector<StageInput> inputs;
  std::vector<ferro::ml::PipelineStage> preparation;
};

StagePlan planStages(const TableProfile& profile, const std::vector<ColumnChoice>& choices, Task task);
