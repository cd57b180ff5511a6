#include "arguments.h"

#include <charconv>

#include <ferro/ferro.h>

namespace {

constexpr const char* kUsage =
    "usage: csv_to_model FILE.csv --label COLUMN [--delimiter C] [--out DIRECTORY] [--maxIter N] [--regParam X] "
    "[--elasticNetParam X]";

[[noreturn]] void refuse(const std::string& what) {
  throw ferro::Error(ferro::ErrorCode::kInvalidArgument, what + "; " + kUsage);
}

template <class Number>
Number numberOf(const std::string& option, const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) refuse(option + " takes a number, not \"" + text + '"');
  return number;
}

}  // namespace

Arguments parseArguments(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
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
    else if (option == "--out") arguments.output = value;
    else if (option == "--maxIter") arguments.maxIter = numberOf<int32_t>(option, value);
    else if (option == "--regParam") arguments.regParam = numberOf<double>(option, value);
    else if (option == "--elasticNetParam") arguments.elasticNetParam = numberOf<double>(option, value);
    else refuse("there is no option " + option);
  }
  if (arguments.file.empty()) refuse("no file was named");
  if (arguments.delimiter.empty()) refuse("--delimiter takes one character or more");
  return arguments;
}
