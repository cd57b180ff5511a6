// What is to be learned, by the label: classes or a number. Pure functions over a table's profile.
#pragma once

#include "table_profile.h"

enum class Task { kTwoClasses, kManyClasses, kNumber };

inline constexpr int64_t kMostClasses = 20;  // of a label of whole numbers
inline constexpr const char* kNumberRemedy = "put a number there, or nothing";

// Error kInvalidArgument for a label that nothing can be learned from.
Task chooseTask(const TableProfile& profile);
