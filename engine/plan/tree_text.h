// Plans drawn as explain() draws them, logical and physical ones alike: a line for each step, its children below it.
#pragma once

#include <string>

namespace ferro::detail {

// `lineOf` says what stands in a step's line.
template <class Step, class LineOf>
void writeTree(std::string& text, const Step& step, const LineOf& lineOf, const std::string& prefix = "") {
  text += lineOf(step) + "\n";
  for (size_t i = 0; i < step.children().size(); ++i) {
    const bool last = i + 1 == step.children().size();
    text += prefix + (last ? "+- " : ":- ");
    writeTree(text, *step.child(i), lineOf, prefix + (last ? "   " : ":  "));
  }
}

}  // namespace ferro::detail
