// Numbers of things, as a report spells them. Pure functions.
#pragma once

#include <cstdint>
#include <string>

// 32561 as "32,561".
std::string grouped(int64_t number);
// "1 row", "32,561 rows".
std::string counted(int64_t number, const std::string& one, const std::string& many);
