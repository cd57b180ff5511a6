#include "ferro/scheduler/progress_bar.h"

#include <cstdint>

namespace ferro {

namespace {

std::string renderStage(const StageProgress& stage, int width) {
  const std::string header = "[Stage " + std::to_string(stage.stage.value) + ":";
  const std::string trailer = "(" + std::to_string(stage.done) + " + " + std::to_string(stage.active) + ") / " +
                              std::to_string(stage.total) + "]";
  const int room = width - static_cast<int>(header.size() + trailer.size());
  if (room <= 0) return header + trailer;
  const int filled = stage.total == 0 ? room : static_cast<int>(int64_t{room} * stage.done / stage.total);
  std::string bar(static_cast<size_t>(room), ' ');
  for (int i = 0; i < filled && i < room; ++i) bar[static_cast<size_t>(i)] = '=';
  if (filled < room) bar[static_cast<size_t>(filled)] = '>';
  return header + bar + trailer;
}

}  // namespace

std::string renderProgressBar(const std::vector<StageProgress>& stages, int width) {
  std::string line;
  for (const StageProgress& stage : stages) line += renderStage(stage, width / static_cast<int>(stages.size()));
  return line;
}

}  // namespace ferro
