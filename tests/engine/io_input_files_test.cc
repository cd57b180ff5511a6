#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ferro/common/text.h"
#include "ferro/engine/io/glob.h"
#include "ferro/engine/io/input_files.h"
#include "ferro_test.h"
#include "io_task.h"

using namespace ferro;
using namespace ferro::test;

namespace {

// Two levels of directories with plain, hidden and oddly named files.
class FileTree {
 public:
  FileTree() : directory_("/tmp", "ferro-glob-test-") {
    for (const char* name : {"2023", "2024", "2024/deep", "_temporary", "empty"}) {
      std::filesystem::create_directory(path(name));
    }
    for (const char* name : {"2023/jan.txt", "2023/feb.txt", "2024/jan.txt", "2024/mar.log", "2024/deep/x.txt",
                             "2024/_SUCCESS", "2024/.jan.txt.crc", "_temporary/jan.txt", "a.txt", "b.txt", "c.log",
                             "odd[1].txt", "with,comma.txt", "\xC3\xA4.txt"}) {
      std::ofstream(path(name)) << name;
    }
  }

  std::string path(std::string_view name) const { return directory_.path() + "/" + std::string(name); }

  // What a pattern under the tree finds, without the tree's own path, in one text.
  std::string found(std::string_view pattern) const { return names(listInputFiles(path(pattern))); }
  std::string names(const std::vector<InputFile>& files) const {
    std::vector<std::string> names;
    for (const InputFile& file : files) names.push_back(file.path.substr(directory_.path().size() + 1));
    return join(names, " ");
  }

 private:
  TempDir directory_;
};

// Root reads everything; so, where the test runs as root, this thread becomes nobody for a while.
class AsNobody {
 public:
  AsNobody() { setUser(65534); }
  ~AsNobody() { setUser(0); }

 private:
  static void setUser(int user) {
    if (::getuid() == 0) ::syscall(SYS_setresuid, -1, user, -1);
  }
};

}  // namespace

TEST_CASE("a directory stands for its plain files, sorted, without hidden ones and directories") {
  FileTree tree;
  CHECK(tree.found("2024") == "2024/jan.txt 2024/mar.log");
  CHECK(tree.found("2024/") == "2024/jan.txt 2024/mar.log");
  CHECK(tree.found("empty").empty());
}

TEST_CASE("a named file is read even when its name is hidden or looks like a pattern") {
  FileTree tree;
  CHECK(tree.found("2024/_SUCCESS") == "2024/_SUCCESS");
  CHECK(tree.found("odd[1].txt") == "odd[1].txt");
  CHECK(tree.found("with\\,comma.txt") == "with,comma.txt");
}

TEST_CASE("globs match in any component") {
  FileTree tree;
  CHECK(tree.found("*.txt") == "a.txt b.txt odd[1].txt with,comma.txt \xC3\xA4.txt");
  CHECK(tree.found("20*/jan.txt") == "2023/jan.txt 2024/jan.txt");
  CHECK(tree.found("20?[34]/[fm]*") == "2023/feb.txt 2024/mar.log");
  CHECK(tree.found("202[^4]") == "2023/feb.txt 2023/jan.txt");
  CHECK(tree.found("202[0-3]/*.txt") == "2023/feb.txt 2023/jan.txt");
  CHECK(tree.found("{a,c}.{txt,log}") == "a.txt c.log");
  CHECK(tree.found("{2023/feb,2024/jan}.txt") == "2023/feb.txt 2024/jan.txt");
  CHECK(tree.found("{a*,a.txt}") == "a.txt");
  CHECK(tree.found("?.txt") == "a.txt b.txt \xC3\xA4.txt");
  CHECK(tree.found("_*/jan.txt") == "_temporary/jan.txt");
  CHECK(tree.found("odd\\[1\\].txt") == "odd[1].txt");
}

TEST_CASE("several paths are separated by commas, and one named twice is read twice") {
  FileTree tree;
  const std::string both = tree.path("b.txt") + "," + tree.path("{a,c}*") + ",file://" + tree.path("b.txt");
  CHECK(tree.names(listInputFiles(both)) == "b.txt a.txt c.log b.txt");
}

TEST_CASE("a missing path is named, with the nearest that exists") {
  FileTree tree;
  const Error error = errorOf([&] { listInputFiles(tree.path("2024/jna.txt")); });
  CHECK(error.code() == ErrorCode::kNotFound);
  CHECK(error.what() == "input path does not exist: " + tree.path("2024/jna.txt") + "; did you mean " +
                            tree.path("2024/jan.txt") + "?");
  CHECK(errorOf([&] { listInputFiles(tree.path("quite/else")); }).what() ==
        "input path does not exist: " + tree.path("quite/else"));
  CHECK(errorOf([&] { listInputFiles(tree.path("a.txt") + "," + tree.path("zzzzzz")); }).what() ==
        "input path does not exist: " + tree.path("zzzzzz"));
}

TEST_CASE("a glob without a match and a malformed glob are errors") {
  FileTree tree;
  CHECK(errorOf([&] { listInputFiles(tree.path("*.parquet")); }).code() == ErrorCode::kNotFound);
  CHECK(errorOf([&] { listInputFiles(tree.path("{a,b")); }).code() == ErrorCode::kInvalidArgument);
  CHECK(errorOf([&] { listInputFiles(tree.path("[a")); }).code() == ErrorCode::kInvalidArgument);
  CHECK(errorOf([&] { listInputFiles(""); }).code() == ErrorCode::kInvalidArgument);
  CHECK(errorOf([&] { listInputFiles("hdfs://host/x"); }).code() == ErrorCode::kInvalidArgument);
  CHECK(errorOf([&] { listInputFiles("/dev/null"); }).code() == ErrorCode::kInvalidArgument);
}

TEST_CASE("a link to nothing inside a directory is an error, not a file less") {
  FileTree tree;
  std::filesystem::create_symlink("gone.txt", tree.path("2023/link.txt"));
  CHECK(errorOf([&] { tree.found("2023"); }).code() == ErrorCode::kNotFound);
}

TEST_CASE("what may not be read is named when the job is planned") {
  FileTree tree;
  ::chmod(tree.path("").c_str(), 0755);
  ::chmod(tree.path("a.txt").c_str(), 0200);
  ::chmod(tree.path("2023").c_str(), 0300);
  auto checkDenied = [&](const std::string& pattern, const std::string& named) {
    const Error error = errorOf([&] {
      AsNobody nobody;
      listInputFiles(tree.path(pattern));
    });
    CHECK(error.code() == ErrorCode::kPermissionDenied);
    CHECK_THAT(error.what(), Catch::Contains(tree.path(named)));
  };
  checkDenied("a.txt", "a.txt");
  checkDenied("*.txt", "a.txt");
  checkDenied("2023", "2023");
  checkDenied("2023/*.txt", "2023");
}

TEST_CASE("patterns match whole names") {
  CHECK(matchesGlob("*", ""));
  CHECK(matchesGlob("a*b*c", "aXbYbZc"));
  CHECK_FALSE(matchesGlob("a*b*c", "aXbYbZ"));
  CHECK_FALSE(matchesGlob("a", "ab"));
  CHECK_FALSE(matchesGlob("ab", "a"));
  CHECK_FALSE(matchesGlob("", "a"));
  CHECK(matchesGlob("[]a]", "]"));
  CHECK(matchesGlob("[a-]", "-"));
  CHECK(matchesGlob("[!a-c]x", "dx"));
  CHECK(matchesGlob("\\*", "*"));
  CHECK_FALSE(matchesGlob("\\*", "x"));
  CHECK(matchesGlob("[\xC3\xA0-\xC3\xBF]", "\xC3\xA4"));
  CHECK(matchesGlob("?", "\xFF"));
  // Takes a time that grows with the square of the length, not exponentially.
  CHECK_FALSE(matchesGlob("*a*a*a*a*a*a*a*a*a*a*b", std::string(1000, 'a')));
}

TEST_CASE("braces nest, and may hold nothing") {
  CHECK(expandBraces("{a,b{c,d}}x") == std::vector<std::string>{"ax", "bcx", "bdx"});
  CHECK(expandBraces("a{,b}") == std::vector<std::string>{"a", "ab"});
  CHECK(expandBraces("\\{a,b\\}") == std::vector<std::string>{"\\{a,b\\}"});
}
