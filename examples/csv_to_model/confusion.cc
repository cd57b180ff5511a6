#include "confusion.h"

#include <algorithm>
#include <numeric>

#include "column_names.h"

using namespace ferro;

namespace {

constexpr size_t kMostShown = 16;

struct Cell {
  double label;
  double prediction;
  int64_t n;
};

}  // namespace

Confusion confusionOf(const DataFrame& scored, const StagePlan& plan, const std::vector<std::string>& classes) {
  const auto cells = scored
                         .groupBy(col(backticked(plan.columns.label)).as("label"),
                                  col(backticked(plan.columns.prediction)).as("prediction"))
                         .agg(count("*").as("n"))
                         .as<Cell>()
                         .collect();
  std::vector<int64_t> rows(classes.size());
  for (const Cell& cell : cells) rows[static_cast<size_t>(cell.label)] += cell.n;
  std::vector<size_t> order(classes.size());
  std::iota(order.begin(), order.end(), 0);
  const bool tooMany = classes.size() > kMostShown;
  if (tooMany) {
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return rows[a] > rows[b]; });
    std::sort(order.begin(), order.begin() + kMostShown - 1);
  }
  const size_t kept = std::min(classes.size(), kMostShown);
  std::vector<size_t> place(classes.size(), kept - 1);
  Confusion confusion{{}, std::vector(kept, std::vector<int64_t>(kept)), tooMany};
  for (size_t i = 0; i + (tooMany ? 1 : 0) < kept; ++i) {
    place[order[i]] = i;
    confusion.classes.push_back(classes[order[i]]);
  }
  if (tooMany) confusion.classes.emplace_back("others");
  for (const Cell& cell : cells) {
    confusion.counts[place[static_cast<size_t>(cell.label)]][place[static_cast<size_t>(cell.prediction)]] += cell.n;
  }
  return confusion;
}
