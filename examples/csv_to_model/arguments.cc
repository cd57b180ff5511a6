#include "arguments.h"

#include <charconv>
#include <limits>

#include "usage.h"

namespace {

// What an option takes, and how that is said.
template <class Number>
struct Range {
  Number most;
  const char* words;
};
constexpr Range<int32_t> kIterations{std::numeric_limits<int32_t>::max(), "a whole number from 0 on"};
constexpr Range<double> kPenalty{std::numeric_limits<double>::max(), "a number from 0 on"};
constexpr Range<double> kShare{1, "a number from 0 to 1"};

template <class Number>
Number numberOf(const std::string& option, const std::string& text, const Range<Number>& range) {
  Number number{};
  const char* const textEnd = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), textEnd, number);
  const bool isInRange = number >= 0 && number <= range.most;  // NaN is not
  if (error != std::errc() || end != textEnd || !isInRange) {
    refuse(option + " takes " + range.words + ", not \"" + text + '"');
  }
  return number;
}

void requireSense(const Arguments& arguments) {
  if (arguments.file.empty()) refuse("no file was named");
  if (arguments.delimiter.empty()) refuse("--delimiter takes one character or more");
}

}  // namespace

Arguments parseArguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--help" || option == "-h") {
      arguments.isHelpAsked = true;
      return arguments;
    }
    if (!option.starts_with("--")) {
      if (!arguments.file.empty()) refuse("one file at a time, not also \"" + option + '"');
      arguments.file = option;
      continue;
    }
    if (i + 1 == argc) refuse(option + " needs a value");
    const std::string value = argv[++i];
    arguments.isPenaltyGiven |= option == "--regParam";
    if (option == "--label") arguments.label = value;
    else if (option == "--delimiter") arguments.delimiter = value;
    else if (option == "--encoding") arguments.encoding = value;
    else if (option == "--out") arguments.output = value;
    else if (option == "--maxIter") arguments.maxIter = numberOf(option, value, kIterations);
    else if (option == "--regParam") arguments.regParam = numberOf(option, value, kPenalty);
    else if (option == "--elasticNetParam") arguments.elasticNetParam = numberOf(option, value, kShare);
    else refuse("there is no option " + option);
  }
  requireSense(arguments);
  return arguments;
}
