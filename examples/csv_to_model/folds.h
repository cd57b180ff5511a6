// Parts of the training rows to judge models by, each with the other rows to train them on. For the driver's thread.
#pragma once

#include <vector>

#include <ferro/ferro.h>

struct Fold {
  ferro::DataFrame train;
  ferro::DataFrame held;
  int64_t numHeld = 0;
};

// Small tables are cut into several; of large ones a quarter is held. Only those with two labels on either side.
std::vector<Fold> foldsOf(const ferro::DataFrame& rows, int64_t numRows, const std::string& label);
