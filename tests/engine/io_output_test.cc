#include <sys/mount.h>
#include <unistd.h>

#include <arrow/io/file.h>
#include <arrow/table.h>
#include <parquet/arrow/reader.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/byte_input.h"
#include "ferro/engine/io/output_committer.h"
#include "ferro/engine/io/parquet_sink.h"
#include "ferro/engine/io/text_sink.h"
#include "ferro_test.h"
#include "io_task.h"

using namespace ferro;
using namespace ferro::test;

namespace {

template <class T>
class VectorRows final : public Iterator<T> {
 public:
  explicit VectorRows(std::vector<T> rows) : rows_(std::move(rows)) {}
  const T* next() override { return position_ == rows_.size() ? nullptr : &rows_[position_++]; }

 private:
  std::vector<T> rows_;
  size_t position_ = 0;
};

// One attempt at one partition.
class Attempt {
 public:
  Attempt(IoTask& task, int partition, int64_t taskId)
      : context({.taskId = taskId, .stageId = 0, .stageAttempt = 0, .partition = partition, .attempt = 0},
                task.environment, task.cancelled) {}

  template <class T>
  WrittenPart writeText(const OutputTask& output, std::vector<T> rows) {
    VectorRows<T> source(std::move(rows));
    Rows<T> typed(source);
    return WriteTextPart{}(typed, output);
  }

  TaskContext context;
};

std::string unpacked(const std::string& path) {
  auto input = openInput(path);
  std::string text;
  char buffer[1000];
  while (size_t bytes = input->read(buffer, sizeof(buffer))) text.append(buffer, bytes);
  return text;
}

std::vector<std::string> listing(const std::string& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    names.push_back(std::filesystem::relative(entry.path(), directory).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("a committed output has its parts and _SUCCESS, and nothing else") {
  IoTask task;
  OutputCommitter committer(task.path("deep/er/out"), "");
  std::vector<WrittenPart> parts;
  parts.push_back(Attempt(task, 0, 10).writeText<std::pair<std::string, int>>(committer.task(), {{"a", 1}, {"b", 2}}));
  parts.push_back(Attempt(task, 1, 11).writeText<double>(committer.task(), {}));
  CHECK(parts[0].rows == 2);
  CHECK(parts[0].bytes == 12);
  committer.commit(parts);
  CHECK((listing(task.path("deep/er/out")) == std::vector<std::string>{"_SUCCESS", "part-00000", "part-00001"}));
  CHECK(readAll(task.path("deep/er/out/part-00000")) == "(a,1)\n(b,2)\n");
  CHECK(readAll(task.path("deep/er/out/part-00001")).empty());
}

TEST_CASE("an output that exists is refused and left alone") {
  IoTask task;
  std::filesystem::create_directory(task.path("out"));
  for (const char* name : {"out", "out/", "file"}) {
    task.write("file", "mine");
    const Error error = errorOf([&] { OutputCommitter committer(task.path(name), ""); });
    CHECK(error.code() == ErrorCode::kAlreadyExists);
    CHECK_THAT(error.what(), Catch::Contains("already exists; remove it or choose another"));
  }
  CHECK(readAll(task.path("file")) == "mine");
  CHECK(std::filesystem::exists(task.path("out")));
}

TEST_CASE("a failed job leaves nothing behind, not even the directories it made") {
  IoTask task;
  {
    OutputCommitter committer(task.path("a/b/out"), "");
    Attempt(task, 0, 1).writeText<int>(committer.task(), {1, 2, 3});
  }
  CHECK(listing(task.directory.path()).empty());
}

TEST_CASE("a commit that fails half-way takes back what it had moved") {
  IoTask task;
  std::string message;
  {
    OutputCommitter committer(task.path("out"), "");
    std::vector<WrittenPart> parts{Attempt(task, 0, 1).writeText<int>(committer.task(), {1})};
    parts.push_back({"never-written", "part-00001", 0, 0});
    message = errorOf([&] { committer.commit(parts); }).what();
  }
  CHECK_THAT(message, Catch::Contains("never-written"));
  CHECK(listing(task.directory.path()).empty());
}

TEST_CASE("of several attempts at a part, the one that counted is the one that stays") {
  IoTask task;
  OutputCommitter committer(task.path("out"), "");
  Attempt first(task, 0, 1);
  Attempt second(task, 0, 2);
  first.writeText<int>(committer.task(), {1});
  auto winner = second.writeText<int>(committer.task(), {2});
  committer.commit({winner});
  CHECK((listing(task.path("out")) == std::vector<std::string>{"_SUCCESS", "part-00000"}));
  CHECK(readAll(task.path("out/part-00000")) == "2\n");
  // One that comes too late finds no place to write.
  Attempt late(task, 0, 3);
  CHECK(errorOf([&] { late.writeText<int>(committer.task(), {3}); }).code() == ErrorCode::kNotFound);
}

TEST_CASE("an attempt that is cancelled leaves no part of a part") {
  IoTask task;
  OutputCommitter committer(task.path("out"), "");
  Attempt attempt(task, 0, 1);
  task.cancelled = true;
  CHECK(errorOf([&] { attempt.writeText<int>(committer.task(), {1}); }).code() == ErrorCode::kCancelled);
  CHECK(listing(committer.task().staging).empty());
}

TEST_CASE("text parts are compressed as their suffix says, and read back the same") {
  IoTask task;
  std::vector<int64_t> rows;
  std::string text;
  for (int64_t i = 0; i < 100'000; ++i) {
    rows.push_back(i * i);
    text += std::to_string(i * i) + "\n";
  }
  for (const char* compression : {"", "gzip", "zstd", "bzip2"}) {
    INFO(compression);
    const std::string out = task.path(std::string("out-") + compression);
    OutputCommitter committer(out, compressionSuffix(compression));
    Attempt attempt(task, 3, 1);
    const WrittenPart part = attempt.writeText(committer.task(), rows);
    committer.commit({part});
    CHECK(part.name == "part-00003" + compressionSuffix(compression));
    CHECK((unpacked(out + "/" + part.name) == text));
    CHECK(attempt.context.metrics().outputRows == 100'000);
    CHECK(attempt.context.metrics().outputBytes ==
          static_cast<int64_t>(std::filesystem::file_size(out + "/" + part.name)));
  }
  CHECK(errorOf([] { compressionSuffix("rar"); }).code() == ErrorCode::kInvalidArgument);
}

TEST_CASE("rows written as Parquet read back the same, in several row groups") {
  using Row = std::tuple<int64_t, std::string, std::vector<double>, std::optional<int32_t>>;
  IoTask task;
  std::vector<Row> rows;
  for (int64_t i = 0; i < 30'000; ++i) {
    rows.emplace_back(i, std::string(2000, static_cast<char>('a' + i % 26)),
                      std::vector<double>(static_cast<size_t>(i % 3), 0.5),
                      i % 2 == 0 ? std::optional<int32_t>(7) : std::nullopt);
  }
  OutputCommitter committer(task.path("out"), parquetSuffix());
  WrittenPart part;
  {
    Attempt attempt(task, 0, 1);
    VectorRows<Row> source(rows);
    Rows<Row> typed(source);
    part = WriteParquetPart{}(typed, committer.task());
  }
  committer.commit({part});
  CHECK(task.environment.memory().used() == 0);

  auto file = valueOf(arrow::io::ReadableFile::Open(task.path("out/" + part.name)), "open");
  auto reader = valueOf(parquet::arrow::OpenFile(file, arrow::default_memory_pool()), "open");
  CHECK(reader->num_row_groups() > 1);
  auto table = valueOf(reader->ReadTable(), "read");
  auto batch = valueOf(table->CombineChunksToBatch(), "combine");
  CHECK(batch->num_rows() == 30'000);
  CHECK((batch->schema()->field_names() == std::vector<std::string>{"_1", "_2", "_3", "_4"}));
  CHECK(batch->schema()->Equals(*schemaOf<Row>(), false));
}

TEST_CASE("a full disk is an error that names the part and what is free, and leaves nothing") {
  IoTask task;
  const std::string disk = task.path("disk");
  std::filesystem::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=1m") != 0) {
    WARN("skipped: this user may not mount a small file system");
    return;
  }
  {
    OutputCommitter committer(disk + "/out", "");
    Attempt attempt(task, 0, 1);
    const Error error =
        errorOf([&] { attempt.writeText(committer.task(), std::vector<std::string>(64, std::string(1 << 16, 'x'))); });
    CHECK(error.code() == ErrorCode::kDiskFull);
    CHECK_THAT(error.what(), Catch::Contains("part-00000") && Catch::Contains("bytes free"));
  }
  CHECK(listing(disk).empty());
  ::umount(disk.c_str());
}
