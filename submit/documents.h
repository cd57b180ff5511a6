// What is written from the table of flags: the help text, the man page, and what lets shells complete. Pure functions.
#pragma once

#include <string>

namespace ferro::submit {

std::string helpText();
// In the format of man, section 1.
std::string manPage();
std::string bashCompletion();
std::string zshCompletion();

}  // namespace ferro::submit
