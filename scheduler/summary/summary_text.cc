#include "ferro/scheduler/summary/summary_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include "ferro/scheduler/summary/advice.h"
#include "ferro/scheduler/summary/readable.h"

namespace ferro {

namespace {

constexpr size_t kMostStages = 20;
constexpr size_t kNameWidth = 28;

using Row = std::array<std::string, 10>;

const Row kHeading = {"stage", "", "time", "tasks", "median", "longest", "read", "written", "spilled", "peak"};

std::string bytesOrNone(int64_t bytes) { return bytes == 0 ? "-" : readableBytes(bytes); }

std::string counted(size_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string shortened(std::string name) {
  if (name.size() > kNameWidth) name = name.substr(0, kNameWidth - 3) + "...";
  return name;
}

Row rowOf(const StageFigures& stage) {
  std::vector<int64_t> sorted = stage.taskNanos;
  std::sort(sorted.begin(), sorted.end());
  const std::string attempts = stage.numAttempts > 1 ? " x" + std::to_string(stage.numAttempts) : "";
  return {std::to_string(stage.id.value) + attempts,
          shortened(stage.name),
          readableMillis(stage.millis),
          std::to_string(sorted.size()),
          sorted.empty() ? "-" : readableNanos(sorted[sorted.size() / 2]),
          sorted.empty() ? "-" : readableNanos(sorted.back()),
          bytesOrNone(stage.shuffleBytesRead),
          bytesOrNone(stage.shuffleBytesWritten),
          bytesOrNone(stage.diskBytesSpilled),
          bytesOrNone(stage.peakTaskMemory)};
}

std::string renderTable(const std::vector<Row>& rows) {
  std::array<size_t, std::tuple_size_v<Row>> widths{};
  for (const Row& row : rows) {
    for (size_t column = 0; column < row.size(); ++column)
      widths[column] = std::max(widths[column], row[column].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (size_t column = 0; column < row.size(); ++column) {
      const std::string padding(widths[column] - row[column].size(), ' ');
      line += "  " + (column < 2 ? row[column] + padding : padding + row[column]);
    }
    text += line + "\n";
  }
  return text;
}

std::string headline(const RunFigures& run) {
  size_t tasks = 0;
  int failed = 0;
  for (const StageFigures& stage : run.stages) {
    tasks += stage.taskNanos.size();
    failed += stage.numFailed;
  }
  std::string line = run.name + " (" + run.id + "): " + readableMillis(run.millis) + ", " +
                     counted(static_cast<size_t>(run.numJobs), "job") + ", " + counted(run.stages.size(), "stage") +
                     ", " + counted(tasks, "task") + " on " + counted(static_cast<size_t>(run.mostCores), "core");
  if (run.numFailedJobs > 0) line += ", " + counted(static_cast<size_t>(run.numFailedJobs), "failed job");
  if (failed > 0) line += ", " + counted(static_cast<size_t>(failed), "failed task");
  if (run.mostCachedBytes > 0) line += ", at most " + readableBytes(run.mostCachedBytes) + " cached in memory";
  return line + "\n";
}

}  // namespace

std::string summaryText(const RunFigures& run) {
  std::vector<StageFigures> shown = run.stages;
  std::stable_sort(shown.begin(), shown.end(),
                   [](const StageFigures& a, const StageFigures& b) { return a.millis > b.millis; });
  if (shown.size() > kMostStages) shown.resize(kMostStages);
  std::sort(shown.begin(), shown.end(), [](const StageFigures& a, const StageFigures& b) { return a.id < b.id; });

  std::string text = headline(run);
  std::vector<Row> rows{kHeading};
  for (const StageFigures& stage : shown) rows.push_back(rowOf(stage));
  if (!shown.empty()) text += renderTable(rows);
  if (const size_t left = run.stages.size() - shown.size(); left > 0) {
    text += "  and " + counted(left, "shorter stage") + "\n";
  }
  for (const std::string& line : adviceFor(run)) text += "advice: " + line + "\n";
  return text;
}

}  // namespace ferro
