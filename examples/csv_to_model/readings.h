// Columns of text that mean numbers: money (`$1,340.83`, `1.340,83 €`), percentages and dates, as numbers that models
// can learn from. What is read, and how, is a stage of the pipeline, so that a saved model reads files as they are. For
// the driver's thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ferro/ml.h>

// A column of numbers made of one of the file's columns.
struct Reading {
  std::string source;
  std::string name;        // of the new column
  std::string expression;  // SQL over the file's columns
  std::string what;        // "percentages", "dates as days since 1970"
  int64_t misfits = 0;     // fields that are filled and cannot be read so; they count as empty
};

// Looks at all columns of text and dates, in one job.
std::vector<Reading> findReadings(const ferro::DataFrame& rows);
// Adds the new columns; nothing if there are none.
std::optional<ferro::ml::SQLTransformer> stageOf(const std::vector<Reading>& readings);
