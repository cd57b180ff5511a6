// A file's rows with numbers for all that means one. For the driver's thread.
#pragma once

#include "readings.h"

struct ReadableTable {
  ferro::DataFrame rows;
  std::string label;  // which may be one of the new columns
};

// New columns take the place of those they were read from.
ReadableTable tableOf(const ferro::DataFrame& file, const std::string& label, const std::vector<Reading>& readings);
// The stage that reads columns comes first in what is saved.
ferro::ml::PipelineModel withReadings(const ferro::ml::PipelineModel& model, const std::vector<Reading>& readings);
