// What Spark answered, read from the golden files: cases by name of their fields.
#pragma once

#include <string>
#include <vector>

#include "ferro/mllib/persist/json.h"

namespace ferro::test {

class GoldenCase {
 public:
  explicit GoldenCase(ml::JsonValue value) : value_(std::move(value)) {}

  bool has(const std::string& name) const;
  double number(const std::string& name) const;
  bool flag(const std::string& name) const;
  std::string text(const std::string& name) const;
  std::vector<double> numbers(const std::string& name) const;

 private:
  ml::JsonValue value_;
};

// Of a list in a golden file; none when the file is not here.
std::vector<GoldenCase> goldenCases(const std::string& file, const std::string& list = "cases");

// The largest difference relative to the largest number expected.
double relativeDifference(const std::vector<double>& actual, const std::vector<double>& expected);

}  // namespace ferro::test
