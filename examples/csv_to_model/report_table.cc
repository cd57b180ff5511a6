#include <cstdio>

#include "counted.h"
#include "report.h"

namespace {

constexpr size_t kLineWidth = 108;
constexpr int kMostLines = 4;

// The names, with what there is to say of each, on a few lines.
void printList(const char* title, const std::vector<ColumnChoice>& choices, Use use) {
  std::vector<std::string> items;
  for (const ColumnChoice& choice : choices) {
    if (choice.use == use) items.push_back(choice.name + (choice.why.empty() ? "" : " (" + choice.why + ")"));
  }
  std::string line;
  int lines = 1;
  for (size_t i = 0; i < items.size(); ++i) {
    if (!line.empty() && line.size() + items[i].size() > kLineWidth) {
      std::printf("  %-9s %s\n", title, line.c_str());
      title = "";
      line.clear();
      if (++lines > kMostLines) items = {"and " + std::to_string(items.size() - i) + " more"}, i = 0;
    }
    line += (line.empty() ? "" : " ") + items[i] + (i + 1 < items.size() ? "," : "");
  }
  if (!line.empty()) std::printf("  %-9s %s\n", title, line.c_str());
}

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

void printTable(const TableProfile& profile, Task task, const std::vector<ColumnChoice>& choices) {
  const ColumnProfile& label = profile.label;
  std::printf("%s. Label \"%s\": ", counted(profile.rows, "row", "rows").c_str(), label.name.c_str());
  if (task == Task::kNumber) {
    std::printf("a number with %s values, so LinearRegression", grouped(label.distinct).c_str());
  } else {
    std::printf("%s classes, so LogisticRegression", grouped(label.distinct).c_str());
  }
  if (const int64_t unlabelled = profile.rows - label.filled; unlabelled > 0) {
    std::printf("; %s left out", counted(unlabelled, "row without a label is", "rows without a label are").c_str());
  }
  std::printf("\n");
  printList("numbers", choices, Use::kNumber);
  printList("flags", choices, Use::kFlag);
  printList("texts", choices, Use::kCategory);
  printList("left out", choices, Use::kNothing);
}

void printOutputs(const Arguments& arguments, const StagePlan& plan, const std::vector<std::string>& classes) {
  const std::string separator = arguments.delimiter == "," ? "" : ", sep=\"" + arguments.delimiter + '"';
  std::printf("\nWrote to %s: the model, and plots for a browser (*.svg). From Python:\n", arguments.output.c_str());
  std::printf(
      "  from pyspark.ml import PipelineModel\n"
      "  rows = spark.read.csv(\"%s\", header=True, inferSchema=True%s)\n"
      "  PipelineModel.load(\"%s/model\").transform(rows).select(\"%s\").show()\n",
      arguments.file.c_str(), separator.c_str(), arguments.output.c_str(), plan.columns.prediction.c_str());
  printMeaning(classes);
}
