#include <string_view>

#include "ferro/common/text.h"
#include "ferro/submit/documents.h"
#include "ferro/submit/flags.h"

namespace ferro::submit {
namespace {

constexpr size_t kWidth = 100;
constexpr size_t kIndent = 30;

constexpr std::string_view kUsage = R"(Usage: ferro-submit [flags] app [args]
       ferro-submit --master slurm --status ID
       ferro-submit --master slurm --kill ID
       ferro-submit [flags] --explain-conf KEY

Runs a program that uses Ferro. What follows the program belongs to it.

)";

constexpr std::string_view kOrder = R"(
Of several values for one setting the first counts: the program's own (in code, then --ferro.KEY=VALUE among its arguments),
flags, --conf, the properties file, conf/ferro-defaults.conf, conf/spark-defaults.conf, the default. Keys may be spelled
ferro.X or spark.X. The exit code is the program's; 1 for wrong flags or settings, 2 when there is no such program, 255
without arguments.
)";

void appendWrapped(std::string& text, std::string_view words) {
  size_t column = kIndent;
  bool isFirst = true;
  for (const std::string_view word : split(words, ' ')) {
    if (!isFirst && column + 1 + word.size() > kWidth) {
      text += '\n' + std::string(kIndent, ' ');
      column = kIndent;
    } else if (!isFirst) {
      text += ' ';
      ++column;
    }
    text += word;
    column += word.size();
    isFirst = false;
  }
  text += '\n';
}

}  // namespace

std::string helpText() {
  std::string text(kUsage);
  for (const Flag& flag : flags()) {
    std::string head = "  " + (flag.shortName.empty() ? "    " : std::string(flag.shortName) + ", ");
    head += std::string(flag.name) + (flag.value.empty() ? "" : " " + std::string(flag.value));
    if (head.size() + 1 < kIndent) head.resize(kIndent, ' ');
    else head += '\n' + std::string(kIndent, ' ');
    text += head;
    appendWrapped(text, flag.meaning);
  }
  return text.append(kOrder);
}

}  // namespace ferro::submit
