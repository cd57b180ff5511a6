#include <string>
#include <vector>

#include "ferro/engine/driver.h"

namespace ferro::detail {
namespace {

// A node still to be printed: at which indentation, and whether a shuffle leads to it.
struct Line {
  std::shared_ptr<const LineageNode> keep;
  const LineageNode* node;
  std::string indent;
  bool stageBorder;
};

std::string describe(const LineageNode& node) {
  std::string text = node.name() + " [" + std::to_string(node.id()) + "]";
  if (node.storageLevel() != StorageLevel::NONE) text += " [" + node.storageLevel().toString() + "]";
  return text;
}

}  // namespace

// One line for each node, as Spark prints it: the number of partitions where a stage begins, deeper with each shuffle.
std::string debugString(const Node& node) {
  std::string text;
  std::vector<Line> open{{nullptr, &node, "", true}};
  while (!open.empty()) {
    Line line = std::move(open.back());
    open.pop_back();
    std::string partitions = "(" + std::to_string(line.node->numPartitions()) + ")";
    if (!text.empty()) text += "\n";
    std::string margin;
    if (line.stageBorder) {
      text += line.indent + (line.indent.empty() ? "" : "+-") + partitions + " " + describe(*line.node);
      margin = line.indent + (line.indent.empty() ? "" : "  ") + std::string(partitions.size() - 2, ' ') + " |  ";
    } else {
      text += line.indent + describe(*line.node);
      margin = line.indent;
    }
    LineageParents parents = line.node->parents();
    std::string shuffled = margin.substr(0, margin.size() - 3);
    for (auto shuffle = parents.shuffles.rbegin(); shuffle != parents.shuffles.rend(); ++shuffle) {
      open.push_back({(*shuffle)->mapSide(), (*shuffle)->mapSide().get(), shuffled, true});
    }
    for (auto parent = parents.narrow.rbegin(); parent != parents.narrow.rend(); ++parent) {
      open.push_back({*parent, parent->get(), margin, false});
    }
  }
  return text;
}

}  // namespace ferro::detail
