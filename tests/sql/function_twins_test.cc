// Every function of SQL text can be called in C++ by its name, and the other way round. The tables of functions are the
// engine's; the names of C++ are read from the public headers.
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "ferro/engine/exec/aggregates.h"
#include "ferro/engine/expr/functions.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

using Names = std::set<std::string, std::less<>>;

std::string contentOf(const std::string& path) {
  std::ifstream file(FERRO_SOURCE_DIR "/" + path);
  std::stringstream content;
  content << file.rdbuf();
  REQUIRE(!content.str().empty());
  return content.str();
}

// The functions that users see.
std::string declarations() {
  const std::string header = contentOf("engine/frame/functions.h");
  return header.substr(header.find("}  // namespace detail"));
}

// The first group of every match.
Names matchesIn(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  Names found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex); at != std::sregex_iterator(); ++at) {
    found.insert((*at)[1].str());
  }
  return found;
}

bool isWord(std::string_view name) {
  return name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
         std::string_view::npos;
}

Names functionsOfSql() {
  Names names{"explode", "explode_outer", "posexplode", "posexplode_outer", "struct"};  // the resolver's own
  for (const std::string_view name : scalarFunctionNames()) names.emplace(name);
  for (const std::string_view name : aggregateNames()) names.emplace(name);
  std::erase_if(names, [](const std::string& name) { return !isWord(name); });
  return names;
}

// Keywords of C++, and forms that are operators or methods there.
const std::map<std::string, std::string, std::less<>> kOtherNames{
    {"and", "&&"},    {"or", "||"},   {"not", "not_"},   {"if", "if_"},
    {"case", "when"}, {"in", "isin"}, {"char", "char_"}, {"struct", "struct_"},
};
// Made by the optimizer and by the parser; the last is a namespace in C++.
const Names kOnlyInSql{"map_sort", "timestamp_literal", "std"};
const Names kOnlyInCpp{"col",           "column",         "lit",         "expr", "asc", "desc",
                       "countDistinct", "count_distinct", "sum_distinct"};

}  // namespace

TEST_CASE("every function of SQL text can be called in C++") {
  const std::string columns = contentOf("engine/frame/column.h");
  Names declared = matchesIn(declarations(), R"(\n(?:inline )?Column ([A-Za-z_0-9]+)\()");
  declared.merge(matchesIn(columns, R"(\n *Column ([A-Za-z_0-9]+)\()"));
  for (const std::string& name : functionsOfSql()) {
    if (kOnlyInSql.contains(name)) continue;
    const auto other = kOtherNames.find(name);
    const std::string wanted = other == kOtherNames.end() ? name : other->second;
    INFO(name << ": declare it in engine/frame/functions.h");
    CHECK((!isWord(wanted) || declared.contains(wanted)));
  }
}

TEST_CASE("every function of C++ can be called in SQL text") {
  Names known = functionsOfSql();
  for (const auto& [name, other] : kOtherNames) known.insert(other);
  for (const std::string& name : matchesIn(declarations(), R"(\n(?:inline )?Column ([A-Za-z_0-9]+)\()")) {
    INFO(name << ": add it to a family of engine/expr, or to the aggregates");
    CHECK((known.contains(name) || kOnlyInCpp.contains(name) || name == "call_function"));
  }
}

TEST_CASE("a function of C++ calls one that there is") {
  const Names known = functionsOfSql();
  for (const std::string& name : matchesIn(contentOf("engine/frame/functions.cc"),
                                           R"re((?:callOf|call|aggregate|byOrder|oneValue)\("([a-zA-Z_0-9]+)")re")) {
    INFO(name);
    CHECK(known.contains(name));
  }
}
