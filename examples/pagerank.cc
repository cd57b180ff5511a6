// Ranks pages by the links between them: pagerank EDGES [ROUNDS]. Each line of the input is "FROM TO".
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <ferro/ferro.h>

using Page = std::string;
using Links = std::vector<Page>;

int main(int argc, char** argv) {
  ferro::Session session(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s EDGES [ROUNDS]\n", argv[0]);
    return 2;
  }
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;

  auto links = session.textFile(argv[1])
                   .map([](std::string_view line) {
                     auto pages = ferro::split(line, ' ');
                     if (pages.size() != 2) throw std::runtime_error("not an edge: '" + std::string(line) + "'");
                     return std::pair(pages[0], pages[1]);
                   })
                   .distinct()
                   .groupByKey()
                   .cache();
  ferro::Rdd<std::pair<Page, double>> ranks = links.mapValues([](const Links&) { return 1.0; });
  for (int round = 0; round < rounds; ++round) {
    // Both sides are partitioned alike, so this join shuffles nothing.
    ranks = links.join(ranks)
                .values()
                .flatMap([](const std::pair<Links, double>& page) {
                  std::vector<std::pair<Page, double>> given;
                  const double share = page.second / static_cast<double>(page.first.size());
                  for (const Page& target : page.first) given.emplace_back(target, share);
                  return given;
                })
                .reduceByKey([](double a, double b) { return a + b; })
                .mapValues([](double rank) { return 0.15 + 0.85 * rank; });
  }
  auto byRank = ranks.map([](const std::pair<Page, double>& row) { return std::pair(row.second, row.first); });
  for (const auto& [rank, page] : byRank.top(10)) std::printf("%10.4f  %s\n", rank, page.c_str());
}
