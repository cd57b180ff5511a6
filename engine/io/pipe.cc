#include "ferro/engine/io/pipe.h"

#include <poll.h>

#include <algorithm>
#include <array>

#include "ferro/common/error.h"
#include "ferro/common/text.h"
#include "ferro/engine/io/child_process.h"
#include "ferro/engine/io/line_reader.h"

namespace ferro {
namespace {

// What the command prints, as bytes. Reading drives everything: while there is nothing to read, rows are fed to the
// command and its complaints are taken, so that neither side waits for the other.
class CommandOutput final : public ByteInput {
 public:
  CommandOutput(TaskContext& context, const std::vector<std::string>& command, std::unique_ptr<LineFeed> feed)
      : context_(context), name_(join(command, " ")), feed_(std::move(feed)), child_(command) {}

  size_t read(char* to, size_t capacity) override {
    while (child_.output().isOpen()) {
      context_.throwIfCancelled();
      prepareInput();
      waitForPipes();
      writeInput();
      readComplaints();
      const auto bytes = child_.output().read(to, capacity);
      if (bytes && *bytes > 0) {
        total_ += static_cast<int64_t>(*bytes);
        return *bytes;
      }
      if (bytes) child_.output().close();
    }
    finish();
    return 0;
  }

  int64_t fileBytesRead() const override { return total_; }

 private:
  static constexpr size_t kInputBytes = 64 << 10;
  static constexpr size_t kComplaintBytes = 4 << 10;
  // How long a cancelled task may go on waiting for its command.
  static constexpr int kWaitMillis = 100;

  void prepareInput() {
    if (!child_.input().isOpen() || written_ < input_.size()) return;
    input_.clear();
    written_ = 0;
    while (feed_ && input_.size() < kInputBytes) {
      if (!feed_->appendLine(input_)) feed_.reset();
    }
    if (input_.empty()) child_.input().close();
  }

  // poll() passes over descriptors that are closed, which are negative.
  void waitForPipes() const {
    std::array<pollfd, 3> waits{pollfd{child_.input().get(), POLLOUT, 0}, pollfd{child_.output().get(), POLLIN, 0},
                                pollfd{child_.complaints().get(), POLLIN, 0}};
    ::poll(waits.data(), waits.size(), kWaitMillis);
  }

  void waitForEnd() const {
    std::array<pollfd, 2> waits{pollfd{child_.end().get(), POLLIN, 0}, pollfd{child_.complaints().get(), POLLIN, 0}};
    ::poll(waits.data(), waits.size(), kWaitMillis);
  }

  void writeInput() {
    if (!child_.input().isOpen()) return;
    const auto bytes = child_.input().write(std::string_view(input_).substr(written_));
    if (!bytes) return;
    written_ += *bytes;
    // A command need not want all its input: `head` does not.
    if (*bytes == 0) {
      child_.input().close();
      feed_.reset();
    }
  }

  void readComplaints() {
    if (!child_.complaints().isOpen()) return;
    std::array<char, 4096> text;
    const auto bytes = child_.complaints().read(text.data(), text.size());
    if (!bytes) return;
    if (*bytes == 0) return child_.complaints().close();
    complaints_.append(text.data(), *bytes);
    if (complaints_.size() > 2 * kComplaintBytes) complaints_.erase(0, complaints_.size() - kComplaintBytes);
  }

  // The command has closed its output: it is about to end, and its end says whether that was all.
  void finish() {
    child_.input().close();
    feed_.reset();
    while (!child_.hasEnded()) {
      context_.throwIfCancelled();
      waitForEnd();
      readComplaints();
    }
    while (child_.complaints().isOpen()) {
      const size_t before = complaints_.size();
      readComplaints();
      // A grandchild may keep them open; what the command itself said is here.
      if (complaints_.size() == before) child_.complaints().close();
    }
    if (!child_.failure().empty()) {
      throw Error(ErrorCode::kUserFunction, "pipe: command '" + name_ + "' " + child_.failure() + lastComplaint());
    }
  }

  std::string lastComplaint() const {
    const std::string_view text = trim(complaints_);
    if (text.empty()) return "";
    return ": " + std::string(trim(text.substr(text.find_last_of('\n') + 1)));
  }

  TaskContext& context_;
  std::string name_;
  std::unique_ptr<LineFeed> feed_;  // null when all lines were taken
  std::string input_;
  size_t written_ = 0;  // of input_
  std::string complaints_;
  int64_t total_ = 0;
  ChildProcess child_;
};

class PipedLines final : public Iterator<std::string_view> {
 public:
  PipedLines(TaskContext& context, const std::vector<std::string>& command, std::unique_ptr<LineFeed> feed)
      : reader_(context, std::make_unique<CommandOutput>(context, command, std::move(feed)),
                "the output of " + command.front()) {}

  const std::string_view* next() override { return reader_.next(line_) ? &line_ : nullptr; }

 private:
  LineReader reader_;
  std::string_view line_;
};

}  // namespace

std::vector<std::string> commandWords(std::string_view command) {
  std::vector<std::string> words;
  constexpr std::string_view kSpaces = " \t\n\r\f";
  for (size_t start = command.find_first_not_of(kSpaces); start != std::string_view::npos;) {
    const size_t end = std::min(command.find_first_of(kSpaces, start), command.size());
    words.emplace_back(command.substr(start, end - start));
    start = command.find_first_not_of(kSpaces, end);
  }
  if (words.empty()) throw Error(ErrorCode::kInvalidArgument, "pipe: the command is empty; name a program to run");
  return words;
}

IteratorPtr<std::string_view> openPipe(TaskContext& context, const std::vector<std::string>& command,
                                       std::unique_ptr<LineFeed> feed) {
  return std::make_unique<PipedLines>(context, command, std::move(feed));
}

}  // namespace ferro
