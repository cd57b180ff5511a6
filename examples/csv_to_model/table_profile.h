// A first look at a table: how many rows, and of each column how many fields are filled and how many values there are.
// Plain values; made by one job on the driver's thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <ferro/ferro.h>

struct ColumnProfile {
  std::string name;
  std::string type;
  int64_t filled = 0;
  int64_t distinct = 0;
  int64_t distinctWithLabel = 0;  // pairs of its value and the label's
  int64_t infinite = 0;           // or so large that its square would be
  int64_t notNumbers = 0;         // NaN, which counts as an empty field
  bool isWhole = true;            // no number has a fraction

  bool isNumber() const;
  bool isInteger() const;
};

struct TableProfile {
  int64_t rows = 0;
  std::vector<ColumnProfile> columns;
  ColumnProfile label;
};

TableProfile profileOf(const ferro::DataFrame& rows, const std::string& label);
