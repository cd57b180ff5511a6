#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

#include "ferro/engine/io/pipe.h"
#include "ferro_test.h"
#include "io_task.h"

using namespace ferro;
using namespace ferro::test;

namespace {

// Lines of a given length with their number in front; remembers how many were asked for.
class NumberedLines final : public Iterator<std::string> {
 public:
  NumberedLines(int count, size_t length, int* taken = nullptr) : count_(count), length_(length), taken_(taken) {}
  const std::string* next() override {
    if (made_ == count_) return nullptr;
    line_ = std::to_string(made_++);
    line_.resize(std::max(line_.size(), length_), '.');
    if (taken_ != nullptr) *taken_ = made_;
    return &line_;
  }

 private:
  int count_;
  size_t length_;
  int* taken_;
  int made_ = 0;
  std::string line_;
};

// A shell's own words are only ever one argument here, given by the test.
std::vector<std::string> shell(const std::string& script) { return {"sh", "-c", script}; }

std::unique_ptr<UntypedIterator> open(IoTask& task, std::vector<std::string> command,
                                      std::unique_ptr<UntypedIterator> rows) {
  const PipeNode<std::string> node({1, "pipe", 1, nullptr}, {}, {std::move(command)});
  OneInput input(std::move(rows));
  return node.open(task.context, 0, input);
}

std::vector<std::string> run(IoTask& task, std::vector<std::string> command, std::unique_ptr<UntypedIterator> rows) {
  auto lines = open(task, std::move(command), std::move(rows));
  return rowsOf(static_cast<Iterator<std::string_view>&>(*lines));
}

// Can be waited on for the end of a process that is not our child.
class ProcessWatch {
 public:
  explicit ProcessWatch(pid_t process) : descriptor_(static_cast<int>(::syscall(SYS_pidfd_open, process, 0))) {}
  ~ProcessWatch() { ::close(descriptor_); }
  bool endsWithin(int millis) const {
    pollfd wait{descriptor_, POLLIN, 0};
    return ::poll(&wait, 1, millis) == 1;
  }

 private:
  int descriptor_;
};

}  // namespace

TEST_CASE("lines go through a command and come back") {
  IoTask task;
  CHECK((run(task, {"cat"}, std::make_unique<NumberedLines>(3, 0)) == std::vector<std::string>{"0", "1", "2"}));
  CHECK((run(task, {"sort", "-rn"}, std::make_unique<NumberedLines>(3, 0)) == std::vector<std::string>{"2", "1", "0"}));
  CHECK((run(task, {"wc", "-l"}, std::make_unique<NumberedLines>(0, 0)) == std::vector<std::string>{"0"}));
  CHECK(run(task, {"true"}, std::make_unique<NumberedLines>(0, 0)).empty());
}

TEST_CASE("no sizes of input and output block each other") {
  IoTask task;
  CHECK(run(task, {"cat"}, std::make_unique<NumberedLines>(40'000, 100)).size() == 40'000);
  // All input before any output, more output than input, output before any input, and much on the error output.
  CHECK(run(task, {"sort"}, std::make_unique<NumberedLines>(40'000, 100)).size() == 40'000);
  CHECK(run(task, {"sed", "p;p;p"}, std::make_unique<NumberedLines>(10'000, 100)).size() == 40'000);
  CHECK(run(task, shell("seq 100000; cat"), std::make_unique<NumberedLines>(10'000, 100)).size() == 110'000);
  CHECK(run(task, shell("seq 200000 >&2; cat; seq 200000 >&2"), std::make_unique<NumberedLines>(1000, 100)).size() ==
        1000);
  CHECK(run(task, shell("exec >&-; seq 200000 >&2"), std::make_unique<NumberedLines>(1000, 100)).empty());
}

TEST_CASE("a line of many megabytes passes whole") {
  IoTask task;
  const auto lines = run(task, {"cat"}, std::make_unique<NumberedLines>(2, 5 << 20));
  REQUIRE(lines.size() == 2);
  CHECK(lines[1].size() == 5 << 20);
}

TEST_CASE("a command that stops reading ends its input, and that is no error") {
  IoTask task;
  int taken = 0;
  CHECK((run(task, {"head", "-n", "1"}, std::make_unique<NumberedLines>(10'000'000, 100, &taken)).size() == 1));
  CHECK(taken < 10'000'000);
}

TEST_CASE("a command that fails is an error with its code and its last word") {
  IoTask task;
  auto failure = [&](std::vector<std::string> command) {
    return errorOf([&] { run(task, std::move(command), std::make_unique<NumberedLines>(10, 0)); });
  };
  CHECK(failure({"false"}).code() == ErrorCode::kUserFunction);
  CHECK(failure({"false"}).what() == std::string("pipe: command 'false' ended with exit code 1"));
  CHECK_THAT(failure(shell("cat; echo first >&2; echo 'the reason' >&2; exit 3")).what(),
             Catch::EndsWith("ended with exit code 3: the reason"));
  CHECK_THAT(failure(shell("kill -9 $$")).what(), Catch::Contains("was killed by signal 9 (SIGKILL)"));
}

TEST_CASE("a command that does not exist or may not be run says so at once") {
  IoTask task;
  CHECK(errorOf([&] { open(task, {"no-such-command-here"}, std::make_unique<NumberedLines>(1, 0)); }).code() ==
        ErrorCode::kNotFound);
  const std::string path = task.write("not-executable", "text");
  CHECK(errorOf([&] { open(task, {path}, std::make_unique<NumberedLines>(1, 0)); }).code() ==
        ErrorCode::kPermissionDenied);
}

TEST_CASE("commands are cut at white space, and no shell looks at them") {
  CHECK(commandWords("  sort -k 2\t-n ") == std::vector<std::string>{"sort", "-k", "2", "-n"});
  CHECK(errorOf([] { commandWords(" \t"); }).code() == ErrorCode::kInvalidArgument);
  IoTask task;
  CHECK((run(task, commandWords("echo $HOME ; |"), std::make_unique<NumberedLines>(0, 0)) ==
         std::vector<std::string>{"$HOME ; |"}));
}

TEST_CASE("a command dies with its iterator, and so does what it started") {
  IoTask task;
  auto lines = open(task, shell("sleep 1000 & echo $!; echo $$; wait"), std::make_unique<NumberedLines>(0, 0));
  auto& typed = static_cast<Iterator<std::string_view>&>(*lines);
  const ProcessWatch grandchild(std::stoi(std::string(*typed.next())));
  const ProcessWatch child(std::stoi(std::string(*typed.next())));
  CHECK_FALSE(child.endsWithin(0));
  CHECK_FALSE(grandchild.endsWithin(0));
  lines.reset();
  CHECK(child.endsWithin(0));
  CHECK(grandchild.endsWithin(10'000));
}

TEST_CASE("a cancelled task does not wait for its command") {
  IoTask task;
  auto lines = open(task, {"sleep", "1000"}, std::make_unique<NumberedLines>(0, 0));
  std::thread canceller([&] { task.cancelled = true; });
  CHECK(errorOf([&] { static_cast<Iterator<std::string_view>&>(*lines).next(); }).code() == ErrorCode::kCancelled);
  canceller.join();
}
