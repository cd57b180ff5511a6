// Rows to train on, and others to test the model with. For the driver's thread.
#pragma once

#include <string>

#include <ferro/ferro.h>

struct RowParts {
  ferro::DataFrame train;
  ferro::DataFrame test;
};

// 80 % of the rows to train on, the others for tests. Error kInvalidArgument when all of the first have one label.
RowParts splitRows(const ferro::DataFrame& rows, const std::string& label);
// Whether there are two labels at least.
bool hasTwoLabels(const ferro::DataFrame& rows, const std::string& label);
