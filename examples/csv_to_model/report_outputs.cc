#include <cstdio>

#include "report.h"

namespace {

constexpr size_t kLineWidth = 108;

bool areOwnNumbers(const std::vector<std::string>& classes) {
  for (size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] != std::to_string(i) && classes[i] != std::to_string(i) + ".0") return false;
  }
  return true;
}

void printMeaning(const std::vector<std::string>& classes) {
  if (areOwnNumbers(classes)) return;
  std::string line = "where 0 stands for " + classes[0];
  for (size_t i = 1; i < classes.size(); ++i) {
    const bool isLast = i + 1 == classes.size();
    line += isLast ? " and" : ",";
    const std::string words = std::to_string(i) + " for " + classes[i];
    if (line.size() + words.size() > kLineWidth) {
      std::printf("%s\n", line.c_str());
      line = " ";
    }
    line += " " + words;
  }
  std::printf("%s.\n", line.c_str());
}

}  // namespace

void printOutputs(const Arguments& arguments, const StagePlan& plan, const std::vector<std::string>& classes) {
  std::string options = arguments.delimiter == "," ? "" : ", sep=\"" + arguments.delimiter + '"';
  if (arguments.encoding != Arguments().encoding) options += ", encoding=\"" + arguments.encoding + '"';
  std::printf("\nWrote to %s: the model, and plots for a browser (*.svg). From Python:\n", arguments.output.c_str());
  std::printf(
      "  from pyspark.ml import PipelineModel\n"
      "  rows = spark.read.csv(\"%s\", header=True, inferSchema=True%s)\n"
      "  PipelineModel.load(\"%s/model\").transform(rows).select(\"%s\").show()\n",
      arguments.file.c_str(), options.c_str(), arguments.output.c_str(), plan.columns.prediction.c_str());
  printMeaning(classes);
}
