#include <string>
#include <vector>

#include "ferro/engine/driver.h"

namespace ferro::detail {
namespace {

// A node still to be printed: what stands before it, whether a shuffle leads to it, and whether a sibling comes after
// it.
struct Line {
  std::shared_ptr<const LineageNode> keep;
  const LineageNode* node;
  std::string margin;
  bool stageBorder;
  bool lastChild;
};

std::string describe(const LineageNode& node) {
  std::string text = node.name() + " [" + std::to_string(node.id()) + "]";
  if (node.storageLevel() != StorageLevel::NONE) text += " [" + node.storageLevel().toString() + "]";
  return text;
}

// A bar below the middle of "(12)", and room up to where the text begins.
std::string barBelow(const std::string& partitions) {
  const size_t left = (partitions.size() - 1) / 2;
  return std::string(left, ' ') + "|" + std::string(partitions.size() - left, ' ');
}

// The margin up to its last bar, where the branch to another stage begins.
std::string beforeLastBar(const std::string& margin) { return margin.substr(0, margin.rfind('|')); }

// Appends the node's line and returns the margin of what is below it.
std::string printLine(const Line& line, std::string& text) {
  if (!line.stageBorder) {
    text += "\n" + line.margin + describe(*line.node);
    return line.margin;
  }
  const std::string partitions = "(" + std::to_string(line.node->numPartitions()) + ")";
  if (text.empty()) {
    text = partitions + " " + describe(*line.node);
    return barBelow(partitions);
  }
  const std::string branch = beforeLastBar(line.margin);
  text += "\n" + branch + "+-" + partitions + " " + describe(*line.node);
  return branch + (line.lastChild ? "  " : "| ") + barBelow(partitions);
}

}  // namespace

// One line for each node, as Spark prints it: the number of partitions where a stage begins, deeper with each shuffle.
std::string debugString(const Node& node) {
  std::string text;
  std::vector<Line> open{{nullptr, &node, "", true, true}};
  while (!open.empty()) {
    const Line line = std::move(open.back());
    open.pop_back();
    const std::string margin = printLine(line, text);
    LineageParents parents = line.node->parents();
    const size_t below = open.size();
    for (auto shuffle = parents.shuffles.rbegin(); shuffle != parents.shuffles.rend(); ++shuffle) {
      open.push_back({(*shuffle)->mapSide(), (*shuffle)->mapSide().get(), margin, true, open.size() == below});
    }
    for (auto parent = parents.narrow.rbegin(); parent != parents.narrow.rend(); ++parent) {
      open.push_back({*parent, parent->get(), margin, false, open.size() == below});
    }
  }
  return text;
}

}  // namespace ferro::detail
