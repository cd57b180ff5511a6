#include "ferro/engine/io/formats/text_files.h"

#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/engine/io/formats/file_split.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

TEST_CASE("files are cut and packed as Spark does it") {
  constexpr int64_t kMegabyte = 1 << 20;
  CHECK(maxSplitBytes(1000 * kMegabyte, 1, 2) == 128 * kMegabyte);
  CHECK(maxSplitBytes(100 * kMegabyte, 1, 4) == 26 * kMegabyte);
  CHECK(maxSplitBytes(10, 1, 8) == 4 * kMegabyte);
  auto lengths = [](const std::vector<FileSplits>& partitions) {
    std::string text;
    for (const auto& splits : partitions) {
      for (const auto& split : splits) text += std::to_string(split.length >> 20) + " ";
      text += "| ";
    }
    return text;
  };
  const std::vector<IndexedFile> files{
      {"small", 1 * kMegabyte}, {"large", 300 * kMegabyte}, {"middle", 20 * kMegabyte}};
  auto always = [](const std::string&) { return true; };
  auto never = [](const std::string&) { return false; };
  CHECK(lengths(planSplits(files, 2, always)) == "128 | 128 | 44 20 1 | ");
  CHECK(lengths(planSplits(files, 2, never)) == "300 | 20 1 | ");
  CHECK(lengths(planSplits({{"nothing", 0}}, 2, always)).empty());
}

TEST_CASE("text is read line by line, or a file at a time") {
  const Folder folder;
  writeFile(folder / "in/a.txt", "\xEF\xBB\xBFone\r\ntwo\n\nbad \xFF byte\n");
  writeFile(folder / "in/b.txt", "last");
  withSession(localConf("local[2]"), [&](Session& session) {
    auto lines = [&](const std::map<std::string, std::string>& options) {
      return linesOf(*collect(session, makeTextRelation(session.core(), {folder / "in"}, options, nullptr)));
    };
    CHECK((lines({}) == std::vector<std::string>{"", "bad \xEF\xBF\xBD byte", "last", "one", "two"}));
    CHECK(lines({{"wholeText", "true"}}).size() == 2);
    CHECK((lines({{"lineSep", "o"}}) ==
           std::vector<std::string>{"\n\nbad \xEF\xBF\xBD byte\n", "last", "ne\r\ntw", "\xEF\xBB\xBF"}));
  });
}

TEST_CASE("lines are whole wherever a file is cut") {
  const Folder folder;
  std::string text;
  std::vector<std::string> expected;
  // More than two pieces of 4 MB.
  for (int i = 0; text.size() < (9 << 20); ++i) {
    expected.push_back("line " + std::to_string(i * 7919) + std::string(static_cast<size_t>(i % 300), 'x'));
    text += expected.back() + "\n";
  }
  writeFile(folder / "in.txt", text);
  withSession(localConf("local[2]"), [&](Session& session) {
    const auto relation = makeTextRelation(session.core(), {folder / "in.txt"}, {}, nullptr);
    const auto node = relation->scan(session.core(), {.columns = {0}, .filters = {}, .limit = {}});
    CHECK(node->numPartitions() == 2);
    CHECK((linesOf(*collect(session, node)) == sorted(expected)));
    const auto counted = collect(session, relation->scan(session.core(), {.columns = {}, .filters = {}, .limit = {}}));
    CHECK(counted->num_rows() == static_cast<int64_t>(expected.size()));
    const auto few = collect(session, relation->scan(session.core(), {.columns = {0}, .filters = {}, .limit = 5}));
    CHECK(few->num_rows() < static_cast<int64_t>(expected.size()));
  });
}

TEST_CASE("an option that nobody knows is an error that names the nearest") {
  withSession(localConf("local[1]"), [](Session& session) {
    const Error error = errorOf([&] { makeTextRelation(session.core(), {"x"}, {{"linesep ", "a"}}, nullptr); });
    CHECK(std::string(error.what()) == "format text has no option 'linesep '; did you mean 'lineSep'?");
    CHECK_THAT(errorOf([&] { makeTextRelation(session.core(), {"x"}, {{"wholetext", "yes"}}, nullptr); }).what(),
               Catch::Contains("it takes true or false"));
  });
}
