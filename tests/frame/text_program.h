// What a text test runs on: a session, a folder with the test's files, and an eye on what is printed.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/engine/ferro.h"
#include "ferro_test.h"

namespace ferro::test {

using TextFiles = std::vector<std::pair<std::string, std::string>>;  // name, content

// Runs the program on every kind of session and compares what it prints, but for spaces at the ends of lines.
void expectPrinted(const TextFiles& files, const std::string& expected,
                   const std::function<void(Session&, const std::string& folder)>& program);

// What explain() says, without the numbers that columns have: they differ from run to run.
void printPlan(const DataFrame& frame, std::string_view mode = "simple");

}  // namespace ferro::test
