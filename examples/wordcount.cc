// Counts the words of text files: wordcount INPUT [OUTPUT]. Without an output directory it prints the most frequent
// ones.
#include <cstdio>

#include <ferro/ferro.h>

int main(int argc, char** argv) {
  ferro::Session session(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s INPUT [OUTPUT]\n", argv[0]);
    return 2;
  }
  auto counts = session.textFile(argv[1])
                    .flatMap([](std::string_view line) { return ferro::split(line, ' '); })
                    .filter([](std::string_view word) { return !word.empty(); })
                    .map([](std::string_view word) { return std::pair(word, int64_t{1}); })
                    .reduceByKey([](int64_t a, int64_t b) { return a + b; });
  if (argc > 2) {
    counts.saveAsTextFile(argv[2]);
    return 0;
  }
  auto byCount =
      counts.map([](const std::pair<std::string, int64_t>& row) { return std::pair(row.second, row.first); });
  for (const auto& [count, word] : byCount.top(20))
    std::printf("%8lld  %s\n", static_cast<long long>(count), word.c_str());
}
