#include "ferro/scheduler/console_progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/log.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstDelay{500};
constexpr milliseconds kRefresh{200};
// A line that never changes is written again now and then, so that idle connections stay open.
constexpr std::chrono::minutes kRepeat{1};
constexpr size_t kMostStages = 3;

}  // namespace

std::string ProgressLine::update(std::vector<StageProgress> stages, Clock::TimePoint now) {
  if (lastCleared_ != Clock::TimePoint{} && now - lastCleared_ < kFirstDelay) return {};
  std::erase_if(stages, [&](const StageProgress& stage) { return now - stage.submitted <= kFirstDelay; });
  if (stages.empty()) return {};
  if (stages.size() > kMostStages) stages.resize(kMostStages);
  std::string bar = renderProgressBar(stages, width_);
  // A line that wraps could not be taken back.
  bar.resize(std::min(bar.size(), static_cast<size_t>(width_)));
  // What stood there may have been longer.
  if (bar.size() < shown_.size()) bar.resize(shown_.size(), ' ');
  if (bar == shown_ && now - lastShown_ <= kRepeat) return {};
  shown_ = std::move(bar);
  lastShown_ = now;
  return "\r" + shown_;
}

std::string ProgressLine::clear(Clock::TimePoint now) {
  lastCleared_ = now;
  return wipe();
}

std::string ProgressLine::above(std::string_view line) { return wipe().append(line) += '\n'; }

std::string ProgressLine::wipe() {
  if (shown_.empty()) return {};
  shown_.clear();
  return "\r" + std::string(static_cast<size_t>(width_), ' ') + "\r";
}

// May outlive the bar, while another thread is about to write.
class ConsoleProgress::Log final : public LogSink {
 public:
  explicit Log(ConsoleProgress& progress) : progress_(&progress) {}

  void write(LogLevel, std::string_view line) override {
    const std::string timed = logTime() + " " + std::string(line);
    std::lock_guard lock(mutex_);
    if (progress_ != nullptr) progress_->writeAbove(timed);
    else writeToStderr(timed + "\n");
  }
  void detach() {
    std::lock_guard lock(mutex_);
    progress_ = nullptr;
  }

 private:
  std::mutex mutex_;
  ConsoleProgress* progress_;  // null once it is gone
};

ConsoleProgress::ConsoleProgress(Source source, Write write, const Clock& clock, int width)
    : source_(std::move(source)), write_(std::move(write)), clock_(clock), line_(width), thread_([this] {
        containEach("the progress bar", [this] { run(); });
      }) {}

ConsoleProgress::~ConsoleProgress() {
  if (log_ != nullptr) {
    setLogSink(nullptr);
    log_->detach();
  }
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    stopped_.notify_one();
  }
  thread_.join();
  jobEnded();
}

void ConsoleProgress::jobEnded() {
  std::lock_guard lock(mutex_);
  const std::string text = line_.clear(clock_.now());
  if (!text.empty()) write_(text);
}

void ConsoleProgress::writeAbove(std::string_view line) {
  std::lock_guard lock(mutex_);
  write_(line_.above(line));
}

std::unique_ptr<ConsoleProgress> ConsoleProgress::onTerminal(Source source, bool wanted, const Clock& clock) {
  if (!wanted || !isTerminal()) return nullptr;
  auto progress = std::make_unique<ConsoleProgress>(std::move(source), writeToStderr, clock, terminalWidth());
  progress->log_ = std::make_shared<Log>(*progress);
  setLogSink(progress->log_);
  return progress;
}

bool ConsoleProgress::isTerminal() { return isatty(STDERR_FILENO) == 1; }

int ConsoleProgress::terminalWidth() {
  const char* columns = std::getenv("COLUMNS");
  const int width = columns == nullptr ? 0 : std::atoi(columns);
  if (width > 0) return width;
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void ConsoleProgress::writeToStderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void ConsoleProgress::run() {
  nameThisThread("ferro-progress");
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, kRefresh, [&] { return stopping_; })) {
    // Without the lock, or we would wait for each other: who knows the stages may be logging under a lock of its own.
    lock.unlock();
    std::vector<StageProgress> stages = source_();
    lock.lock();
    const std::string text = line_.update(std::move(stages), clock_.now());
    if (!text.empty()) write_(text);
  }
}

}  // namespace ferro
