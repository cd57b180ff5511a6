// df.na(): rows and values that are missing (null, or NaN in columns of floating point). A value; any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/engine/frame/dataframe.h"

namespace ferro {

class DataFrameNaFunctions {
 public:
  explicit DataFrameNaFunctions(DataFrame frame) : frame_(std::move(frame)) {}

  // Rows with a missing value ("any"), or with nothing else ("all").
  DataFrame drop(std::string_view how = "any") const;
  DataFrame drop(std::string_view how, const std::vector<std::string>& columns) const;
  DataFrame drop(const std::vector<std::string>& columns) const { return drop("any", columns); }
  // Keeps rows with at least this many values.
  DataFrame drop(int minNonNulls) const;
  DataFrame drop(int minNonNulls, const std::vector<std::string>& columns) const;

  // In columns that can hold the value: numbers, text or truth values.
  DataFrame fill(const Operand& value) const;
  DataFrame fill(const Operand& value, const std::vector<std::string>& columns) const;
  // Another value for each column.
  DataFrame fill(const std::vector<std::pair<std::string, Operand>>& values) const;

  // Values by others, in a column, or in all that can hold them ("*").
  DataFrame replace(const std::string& column, const std::vector<std::pair<Operand, Operand>>& replacements) const;
  DataFrame replace(const std::vector<std::string>& columns,
                    const std::vector<std::pair<Operand, Operand>>& replacements) const;

 private:
  DataFrame frame_;
};

}  // namespace ferro
