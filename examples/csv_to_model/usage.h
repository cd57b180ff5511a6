// How the program is used, and what it says to those who use it otherwise.
#pragma once

#include <string>

// The usage, with a line for each option.
std::string helpText();
// Error kInvalidArgument that ends with the usage.
[[noreturn]] void refuse(const std::string& what);
