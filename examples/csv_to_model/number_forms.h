// Ways to write numbers and dates in text, as SQL that tells them and reads them. Pure functions.
#pragma once

#include <string>
#include <vector>

struct NumberForm {
  const char* what;        // "percentages"
  const char* suffix;      // of the new column's name
  std::string pattern;     // that all of a text must fit
  std::string expression;  // its number, with $ for the column
};

// The first form that fits counts: 1,340 is more than a thousand, 3/4/2020 is in March.
const std::vector<NumberForm>& numberForms();
// The number, or null where the column, in backticks, is not written so.
std::string numberIn(const NumberForm& form, const std::string& column);
