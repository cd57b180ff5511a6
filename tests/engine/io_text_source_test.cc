#include <array>
#include <random>

#include "ferro/engine/io/text_source.h"
#include "ferro_test.h"
#include "io_task.h"

using namespace ferro;
using namespace ferro::test;

namespace {

// What the reader must give, the slow and obvious way.
std::vector<std::string> plainLines(const std::string& text) {
  std::vector<std::string> lines;
  std::string line;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n' && text[i] != '\r') {
      line.push_back(text[i]);
      continue;
    }
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    lines.push_back(std::exchange(line, {}));
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

std::vector<std::string> readSplits(IoTask& task, std::vector<TextSplit> splits) {
  const auto count = static_cast<int>(splits.size());
  TextSource source({1, "text", count, nullptr}, {}, {std::move(splits)});
  std::vector<std::string> lines;
  OneInput none;
  for (int partition = 0; partition < count; ++partition) {
    auto rows = source.open(task.context, partition, none);
    for (auto& line : rowsOf(static_cast<Iterator<std::string_view>&>(*rows))) lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<TextSplit> splitsOfSize(const std::string& path, int64_t fileBytes, int64_t splitBytes) {
  std::vector<TextSplit> splits;
  for (int64_t offset = 0; offset < fileBytes; offset += splitBytes) {
    splits.push_back({path, offset, std::min(splitBytes, fileBytes - offset), false});
  }
  return splits;
}

void checkEverySplitSize(const std::string& text) {
  IoTask task;
  const std::string path = task.write("lines.txt", text);
  const auto expected = plainLines(text);
  const auto bytes = static_cast<int64_t>(text.size());
  for (int64_t splitBytes = 1; splitBytes <= bytes + 1; ++splitBytes) {
    INFO("split size " << splitBytes << " of " << Catch::Detail::stringify(text));
    const TaskMetrics before = task.context.metrics();
    REQUIRE(readSplits(task, splitsOfSize(path, bytes, splitBytes)) == expected);
    CHECK(task.context.metrics().inputRows - before.inputRows == static_cast<int64_t>(expected.size()));
    CHECK(task.context.metrics().inputBytes - before.inputBytes == bytes);
  }
}

}  // namespace

TEST_CASE("no line is lost or doubled, whatever the split size") {
  checkEverySplitSize("one\ntwo\nthree\n");
  checkEverySplitSize("one\ntwo\nno newline at the end");
  checkEverySplitSize("\n\n\nempty lines\n\n");
  checkEverySplitSize("a\r\nbb\r\n\r\nccc\r\n");
  checkEverySplitSize("a\r\nb\nc\rd\r\r\n\n\re");
  checkEverySplitSize("\r");
  checkEverySplitSize("\r\n");
  checkEverySplitSize("\n");
  checkEverySplitSize("x");
}

TEST_CASE("random mixtures of line ends are cut the same in one split and in many") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 60; ++round) {
    std::string text;
    const size_t length = random() % 40;
    for (size_t i = 0; i < length; ++i) text.push_back("ab\n\r"[random() % 4]);
    checkEverySplitSize(text);
  }
}

TEST_CASE("texts of several read buffers are cut the same whatever the split size") {
  IoTask task;
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 8; ++round) {
    const auto longest = round % 2 == 0 ? 100U : 60'000U;
    std::string text;
    while (text.size() < 900'000) {
      text.append(random() % longest, 'x');
      text += std::array{"\n", "\r\n", "\r"}[round < 2 ? 0 : random() % 3];
    }
    const std::string path = task.write("large.txt", text);
    const auto expected = plainLines(text);
    for (int64_t splitBytes : {int64_t(1 + random() % 20'000), int64_t(1 + random() % 300'000), int64_t{1'000'000}}) {
      INFO("round " << round << ", split size " << splitBytes);
      CHECK((readSplits(task, splitsOfSize(path, static_cast<int64_t>(text.size()), splitBytes)) == expected));
    }
  }
}

TEST_CASE("lines longer than many splits and than the read buffer come whole") {
  IoTask task;
  std::string text = "short\n";
  for (int size : {10 << 20, 300'000, 262'144, 262'143, 1})
    text += std::string(static_cast<size_t>(size), 'x') + "\r\n";
  text += std::string(1'000'000, 'y');
  const std::string path = task.write("long.txt", text);
  const auto expected = plainLines(text);
  const auto bytes = static_cast<int64_t>(text.size());
  for (int64_t splitBytes : {bytes, int64_t{5'000'001}, int64_t{262'144}, int64_t{100'003}}) {
    INFO("split size " << splitBytes);
    CHECK((readSplits(task, splitsOfSize(path, bytes, splitBytes)) == expected));
  }
}

TEST_CASE("line ends that fall on the read buffer's edge are one line end") {
  IoTask task;
  for (int before = -3; before <= 3; ++before) {
    const std::string text = std::string(static_cast<size_t>((256 << 10) + before), 'x') + "\r\nnext\r\n";
    const std::string path = task.write("edge.txt", text);
    INFO("bytes before the edge " << before);
    CHECK((readSplits(task, splitsOfSize(path, static_cast<int64_t>(text.size()), 1 << 30)) == plainLines(text)));
  }
}

TEST_CASE("a line that does not fit in memory is an error with the file's name") {
  IoTask task(1 << 20);
  const std::string path = task.write("huge.txt", std::string(8 << 20, 'x'));
  const Error error = errorOf([&] { readSplits(task, planTextSplits(path, 1)); });
  CHECK(error.code() == ErrorCode::kOutOfMemory);
  CHECK_THAT(error.what(), Catch::Contains("huge.txt"));
  CHECK(task.environment.memory().used() == 0);
}

TEST_CASE("an empty file and an empty directory have no rows") {
  IoTask task;
  CHECK(readSplits(task, planTextSplits(task.write("empty.txt", ""), 4)).empty());
  CHECK(readSplits(task, planTextSplits(task.write("empty.gz", ""), 4)).empty());
  std::filesystem::create_directory(task.path("none"));
  CHECK(planTextSplits(task.path("none"), 4).empty());
}

TEST_CASE("a file whose size the kernel does not tell is read to its end") {
  IoTask task;
  CHECK(!readSplits(task, planTextSplits("/proc/self/status", 2)).empty());
}

TEST_CASE("a byte order mark is not part of the first line") {
  IoTask task;
  const std::string text = "\xEF\xBB\xBFname\nvalue\n";
  const std::string path = task.write("marked.txt", text);
  for (int64_t splitBytes = 1; splitBytes <= 20; ++splitBytes) {
    const auto splits = splitsOfSize(path, static_cast<int64_t>(text.size()), splitBytes);
    CHECK((readSplits(task, splits) == std::vector<std::string>{"name", "value"}));
  }
}

TEST_CASE("a file that shrinks under a job is an error, not fewer rows") {
  IoTask task;
  const std::string path = task.write("shrinks.txt", "one\ntwo\nthree\n");
  const auto splits = planTextSplits(path, 2);
  task.write("shrinks.txt", "one\n");
  const Error error = errorOf([&] { readSplits(task, splits); });
  CHECK(error.code() == ErrorCode::kIo);
  CHECK_THAT(error.what(), Catch::Contains("shrinks.txt"));
}

TEST_CASE("a file that grows or is edited while it is read is an error at its end") {
  IoTask task;
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "line " + std::to_string(i) + "\n";
  const std::string path = task.write("grows.txt", text);
  const auto splits = planTextSplits(path, 1);
  REQUIRE(splits.size() == 1);
  TextSource source({1, "text", 1, nullptr}, {}, {splits});
  OneInput none;
  const auto rows = source.open(task.context, 0, none);
  auto& lines = static_cast<Iterator<std::string_view>&>(*rows);
  REQUIRE(lines.next() != nullptr);
  task.write("grows.txt", text + "one more\n");
  const Error error = errorOf([&] { rowsOf(lines); });
  CHECK(error.code() == ErrorCode::kIo);
  CHECK_THAT(error.what(), Catch::Contains("grows.txt changed after the DataFrame or Rdd was made"));
}

TEST_CASE("a cancelled task stops reading") {
  IoTask task;
  const std::string path = task.write("text.txt", std::string(1 << 20, '\n'));
  task.cancelled = true;
  CHECK(errorOf([&] { readSplits(task, planTextSplits(path, 1)); }).code() == ErrorCode::kCancelled);
}

TEST_CASE("splits are cut as Hadoop cuts them") {
  IoTask task;
  const std::string path = task.write("hundred.txt", std::string(100, 'x'));
  auto lengths = [&](int minPartitions) {
    std::vector<int64_t> found;
    for (const TextSplit& split : planTextSplits(path, minPartitions)) found.push_back(split.length);
    return found;
  };
  CHECK(lengths(1) == std::vector<int64_t>{100});
  CHECK(lengths(0) == std::vector<int64_t>{100});
  CHECK(lengths(3) == std::vector<int64_t>{33, 33, 34});
  CHECK(lengths(1000).size() == 100);
}

TEST_CASE("a whole file that does not fit in memory is an error with its name") {
  IoTask task(1 << 20);
  const std::string path = task.write("whole.txt", std::string(8 << 20, '\n'));
  WholeTextSource source({1, "files", 1, nullptr}, {}, {{{InputFile{path, 8 << 20}}}});
  OneInput none;
  auto rows = source.open(task.context, 0, none);
  const Error error =
      errorOf([&] { static_cast<Iterator<std::pair<std::string_view, std::string_view>>&>(*rows).next(); });
  CHECK(error.code() == ErrorCode::kOutOfMemory);
  CHECK_THAT(error.what(), Catch::Contains(path));
}

TEST_CASE("whole files come as pairs of path and text, in about equal partitions") {
  IoTask task;
  std::filesystem::create_directory(task.path("in"));
  for (int i = 0; i < 6; ++i)
    task.write("in/f" + std::to_string(i), "text\n" + std::string(static_cast<size_t>(i), 'x'));
  task.write("in/large", std::string(200'000, 'l'));
  const auto partitions = planWholeFiles(task.path("in"), 2);
  CHECK(partitions.size() == 2);
  WholeTextSource source({1, "files", 2, nullptr}, {}, {partitions});
  OneInput none;
  std::vector<std::pair<std::string, std::string>> files;
  for (int partition = 0; partition < 2; ++partition) {
    auto rows = source.open(task.context, partition, none);
    for (auto& row : rowsOf(static_cast<Iterator<std::pair<std::string_view, std::string_view>>&>(*rows))) {
      files.push_back(std::move(row));
    }
  }
  REQUIRE(files.size() == 7);
  CHECK((files[3] == std::pair<std::string, std::string>(task.path("in/f3"), "text\nxxx")));
  CHECK(files[6].second.size() == 200'000);
  CHECK(task.context.metrics().inputRows == 7);
}
