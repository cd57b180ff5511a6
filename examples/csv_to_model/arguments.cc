#include "arguments.h"

#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <limits>

#include <ferro/ferro.h>

namespace {

constexpr const char* kUsage =
    "usage: csv_to_model FILE.csv --label COLUMN [--delimiter C] [--out DIRECTORY] [--maxIter N] [--regParam X] "
    "[--elasticNetParam X]";
constexpr const char* kOptions = R"(
  --label COLUMN         what is to be predicted: two or more classes, or numbers
  --delimiter C          what separates the fields; a comma if nothing is said, '\t' for tabs
  --out DIRECTORY        where the model and the plots go; csv_to_model.out if nothing is said
  --maxIter N            the most iterations; 10 if nothing is said
  --regParam X           how much coefficients are penalised; if nothing is said 0.3, or less where that is too much
  --elasticNetParam X    how much of the penalty is L1, the rest being L2; 0.8 if nothing is said
  --ferro.KEY=VALUE      a setting of Ferro, such as --ferro.master='local[2]'
)";

[[noreturn]] void refuse(const std::string& what) {
  throw ferro::Error(ferro::ErrorCode::kInvalidArgument, what + "; " + kUsage);
}

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

// So that nobody waits for a model that cannot be kept.
void requireWritable(const std::string& output) {
  if (output.empty()) refuse("--out takes the name of a directory");
  std::filesystem::path nearest = std::filesystem::absolute(output);
  std::error_code ignored;
  while (!std::filesystem::exists(nearest, ignored) && nearest.has_relative_path()) nearest = nearest.parent_path();
  const auto refuseOutput = [&](const char* why) {
    refuse("--out cannot be " + output + ": " + nearest.string() + why);
  };
  if (!std::filesystem::is_directory(nearest, ignored)) refuseOutput(" is not a directory");
  if (::access(nearest.c_str(), W_OK | X_OK) != 0) refuseOutput(" may not be written");
}

void requireSense(const Arguments& arguments) {
  if (arguments.file.empty()) refuse("no file was named");
  if (arguments.delimiter.empty()) refuse("--delimiter takes one character or more");
  requireWritable(arguments.output);
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
    else if (option == "--out") arguments.output = value;
    else if (option == "--maxIter") arguments.maxIter = numberOf(option, value, kIterations);
    else if (option == "--regParam") arguments.regParam = numberOf(option, value, kPenalty);
    else if (option == "--elasticNetParam") arguments.elasticNetParam = numberOf(option, value, kShare);
    else refuse("there is no option " + option);
  }
  requireSense(arguments);
  return arguments;
}

std::string helpText() { return std::string(kUsage) + "\n" + kOptions; }
