// What the program prints: which columns are used and why, how training goes, what was learned, and where it is. For
// the driver's thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "learner.h"
#include "readings.h"

// What the table is, and what becomes of its columns.
void printTable(const TableProfile& profile, Task task, const std::vector<ColumnChoice>& choices,
                const std::vector<Reading>& readings);
void printSettings(const Arguments& arguments);
// names: of the features; classes: what 0, 1, ... stand for, none where the label is a number.
void printCoefficients(const Learned& learned, const std::vector<std::string>& names,
                       const std::vector<std::string>& classes);
void printMetrics(const std::string& title, const std::vector<Metric>& metrics);
// Where everything is, and how the model is used from Python.
void printOutputs(const Arguments& arguments, const StagePlan& plan, const std::vector<std::string>& classes);
// A line for each of the first iterations, as it ends, and for every tenth of the others.
class TrainingProgress {
 public:
  void operator()(int iteration, double objective);

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};
