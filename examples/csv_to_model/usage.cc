#include "usage.h"

#include <ferro/ferro.h>

namespace {

constexpr const char* kUsage =
    "usage: csv_to_model FILE.csv --label COLUMN [--delimiter C] [--encoding NAME] [--out DIRECTORY] [--maxIter N] "
    "[--regParam X] "
    "[--elasticNetParam X]";
constexpr const char* kOptions = R"(
  --label COLUMN         what is to be predicted: two or more classes, or numbers
  --delimiter C          what separates the fields; a comma if nothing is said, '\t' for tabs
  --encoding NAME        of the file's text: UTF-8 if nothing is said, ISO-8859-1, windows-1252, UTF-16
  --out DIRECTORY        where the model and the plots go; csv_to_model.out if nothing is said
  --maxIter N            the most iterations; 100 if nothing is said
  --regParam X           how much coefficients are penalised; if nothing is said, what validation finds best
  --elasticNetParam X    how much of the penalty is L1, the rest being L2; 0.8 if nothing is said
  --ferro.KEY=VALUE      a setting of Ferro, such as --ferro.master='local[2]'
)";

}  // namespace

void refuse(const std::string& what) { throw ferro::Error(ferro::ErrorCode::kInvalidArgument, what + "; " + kUsage); }

std::string helpText() { return std::string(kUsage) + "\n" + kOptions; }
