// Names of columns: as the file spells them, and as they are written for Ferro. Pure functions.
#pragma once

#include <string>

#include <ferro/ferro.h>

// The column as the file spells it. Errors kNotFound list the columns, the nearest first.
std::string findLabel(const ferro::DataFrame& rows, const std::string& label);
// For col(), whatever is in the name.
std::string backticked(const std::string& name);
// Names of columns are the same whatever their case.
std::string lowered(std::string text);
