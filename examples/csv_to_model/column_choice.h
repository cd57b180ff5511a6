// What becomes of each column: a number, a category, or nothing, and why. Pure functions over a table's profile.
#pragma once

#include <string>
#include <vector>

#include "table_profile.h"

enum class Use { kNumber, kFlag, kCategory, kNothing };

struct ColumnChoice {
  std::string name;
  Use use = Use::kNothing;
  std::string why;
};

std::vector<ColumnChoice> chooseColumns(const TableProfile& profile);
std::vector<std::string> namesOf(const std::vector<ColumnChoice>& choices, Use use);
