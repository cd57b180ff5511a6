// Names that no column has yet, in whatever case. For one thread.
#pragma once

#include <set>
#include <string>
#include <vector>

class UnusedNames {
 public:
  explicit UnusedNames(const std::vector<std::string>& used);

  // The name, or with underscores behind it if it is used; it is from now on.
  std::string take(std::string name);
  std::vector<std::string> take(std::vector<std::string> names, const char* suffix);

 private:
  std::set<std::string> used_;
};
