// Views into rows flow through a stage and become strings where they are kept.
#include "ferro/common/text.h"
#include "session_grid.h"

namespace ferro::test {
namespace {

const std::vector<std::string> kLines{"the quick brown fox", "jumps over the lazy dog", "", "the end"};
const std::vector<std::string> kWords{"the", "quick", "brown", "fox", "jumps", "over",
                                      "the", "lazy",  "dog",   "the", "end"};

Rdd<std::string_view> wordsOf(const Session& session) {
  return session.parallelize(kLines, 2)
      .flatMap([](const std::string& line) { return split(line, ' '); })
      .filter([](std::string_view word) { return !word.empty(); });
}

}  // namespace

TEST_CASE("views are strings to the driver") {
  forEachSession([](Session& session) {
    auto words = wordsOf(session);
    CHECK(words.collect() == kWords);
    CHECK(words.first() == "the");
    CHECK(words.take(2) == std::vector<std::string>{"the", "quick"});
    CHECK(words.max() == "the");
    CHECK(words.top(2) == std::vector<std::string>{"the", "the"});
    CHECK(words.reduce([](const std::string& a, const std::string& b) { return a + b; }).size() == 41);
    CHECK(words.countByValue().at("the") == 3);
    CHECK(words.takeSample(false, 100).size() == kWords.size());
    CHECK(words.glom().collect()[0].size() == 9);
    std::vector<std::string> local;
    for (const std::string& word : words.toLocalIterator()) local.push_back(word);
    CHECK(local == kWords);
  });
}

TEST_CASE("views are cached, on disk too, and read back") {
  forEachSession([](Session& session) {
    for (StorageLevel level : {StorageLevel::MEMORY_ONLY, StorageLevel::MEMORY_AND_DISK, StorageLevel::DISK_ONLY}) {
      auto words = wordsOf(session).persist(level);
      CHECK(words.collect() == kWords);
      CHECK(words.collect() == kWords);
      auto lengths = words.map([](std::string_view word) { return word.size(); });
      CHECK(lengths.reduce([](size_t a, size_t b) { return a + b; }) == 41);
    }
  });
}

TEST_CASE("views are shuffled as keys, values and whole rows") {
  forEachSession([](Session& session) {
    auto words = wordsOf(session);
    auto counts = words.map([](std::string_view word) { return std::pair(word, int64_t{1}); })
                      .reduceByKey([](int64_t a, int64_t b) { return a + b; });
    CHECK(counts.collectAsMap().at("the") == 3);
    auto byLength = words.map([](std::string_view word) { return std::pair(word.size(), word); });
    auto groups = byLength.groupByKey().collectAsMap();
    CHECK(sorted(groups.at(4)) == std::vector<std::string>{"lazy", "over"});
    auto longest = byLength.reduceByKey([](const std::string& a, const std::string& b) { return std::max(a, b); });
    CHECK(longest.collectAsMap().at(5) == "quick");
    CHECK(words.distinct().count() == 9);
    CHECK(sorted(words.repartition(3).collect()) == sorted(kWords));
    CHECK(words.sortBy([](std::string_view word) { return word; }).collect() == sorted(kWords));
    CHECK(byLength.sortByKey(false).first().second == "quick");
    CHECK(words.subtract(session.parallelize({"the"}, 1)).count() == 8);
    CHECK(words.intersection(session.parallelize({"the", "cat"}, 1)).collect() == std::vector<std::string>{"the"});
  });
}

TEST_CASE("views inside pairs, tuples, vectors and optionals") {
  forEachSession([](Session& session) {
    auto lines = session.parallelize(kLines, 3);
    auto split4 = lines.map([](const std::string& line) { return split(line, ' '); });
    CHECK(split4.cache().collect()[0] == std::vector<std::string>{"the", "quick", "brown", "fox"});
    CHECK(split4.distinct().count() == 4);
    auto heads = lines.map([](const std::string& line) {
      return std::tuple(std::optional(std::string_view(line).substr(0, 3)), std::string_view(line), line.size());
    });
    CHECK(std::get<0>(heads.cache().collect()[1]) == "jum");
    CHECK(std::get<1>(heads.repartition(2).sortBy([](const auto& row) { return std::get<2>(row); }, false).first()) ==
          "jumps over the lazy dog");
  });
}

TEST_CASE("a function that takes a string is served from a view, and an Rdd of views is one of strings") {
  forEachSession([](Session& session) {
    auto words = wordsOf(session);
    CHECK(words.map([](const std::string& word) { return word + "!"; }).first() == "the!");
    CHECK(words.filter([](const std::string& word) { return word == "fox"; }).count() == 1);
    Rdd<std::string> strings = words;
    CHECK(strings.union_(session.parallelize({"more"}, 1)).count() == 12);
    CHECK(words.keyBy([](std::string_view word) { return word.front(); }).countByKey().at('t') == 3);
    CHECK(words.zip(words).filter([](const auto& row) { return row.first == row.second; }).count() == 11);
    CHECK(words.cartesian(words).count() == 121);
    CHECK(words.zipWithIndex().collectAsMap().at("end") == 10);
    CHECK(words.union_(words).coalesce(1).collect().size() == 22);
    CHECK(words.sample(true, 2.0, 1).collect().size() > 0);
  });
}

TEST_CASE("string literals flow as text") {
  forEachSession([](Session& session) {
    auto words = session.range(0, 4, 1, 2).map([](int64_t x) { return x % 2 == 0 ? "even" : "odd"; });
    CHECK(words.collect() == std::vector<std::string>{"even", "odd", "even", "odd"});
    CHECK(words.countByValue().at("odd") == 2);
  });
}

}  // namespace ferro::test
