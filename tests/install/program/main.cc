#include <ferro/ferro.h>

int main(int argc, char** argv) {
  ferro::Session session(argc, argv);
  auto counts = session.textFile(argv[1])
                    .flatMap([](std::string_view line) { return ferro::split(line, ' '); })
                    .map([](std::string_view word) { return std::pair(std::string(word), int64_t{1}); })
                    .reduceByKey([](int64_t a, int64_t b) { return a + b; });
  counts.saveAsTextFile(argv[2]);
}
