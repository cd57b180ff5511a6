#include <cstdio>

#include "counted.h"
#include "report.h"

namespace {

constexpr size_t kTableWidth = 108;
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
    if (!line.empty() && line.size() + items[i].size() > kTableWidth) {
      std::printf("  %-9s %s\n", title, line.c_str());
      title = "";
      line.clear();
      if (++lines > kMostLines) items = {"and " + std::to_string(items.size() - i) + " more"}, i = 0;
    }
    line += (line.empty() ? "" : " ") + items[i] + (i + 1 < items.size() ? "," : "");
  }
  if (!line.empty()) std::printf("  %-9s %s\n", title, line.c_str());
}

}  // namespace

void printTable(const TableProfile& profile, Task task, const std::vector<ColumnChoice>& choices,
                const std::vector<Reading>& readings) {
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
  for (const Reading& reading : readings) {
    const std::string misfits =
        reading.misfits == 0 ? "" : "; " + counted(reading.misfits, "field is", "fields are") + " something else";
    std::printf("  %-9s %s: %s%s\n", "read", reading.name.c_str(), reading.what.c_str(), misfits.c_str());
  }
  printList("numbers", choices, Use::kNumber);
  printList("flags", choices, Use::kFlag);
  printList("texts", choices, Use::kCategory);
  printList("left out", choices, Use::kNothing);
}
