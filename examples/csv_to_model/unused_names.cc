#include "unused_names.h"

#include "column_names.h"

UnusedNames::UnusedNames(const std::vector<std::string>& used) {
  for (const std::string& name : used) used_.insert(lowered(name));
}

std::string UnusedNames::take(std::string name) {
  while (!used_.insert(lowered(name)).second) name += '_';
  return name;
}

std::vector<std::string> UnusedNames::take(std::vector<std::string> names, const char* suffix) {
  for (std::string& name : names) name = take(name + suffix);
  return names;
}
