#include "ferro/scheduler/console_progress.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

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
  if (bar == shown_ && now - lastShown_ <= kRepeat) return {};
  shown_ = std::move(bar);
  lastShown_ = now;
  return "\r" + shown_;
}

std::string ProgressLine::clear(Clock::TimePoint now) {
  lastCleared_ = now;
  if (shown_.empty()) return {};
  shown_.clear();
  return "\r" + std::string(static_cast<size_t>(width_), ' ') + "\r";
}

ConsoleProgress::ConsoleProgress(Source source, Write write, const Clock& clock, int width)
    : source_(std::move(source)), write_(std::move(write)), clock_(clock), line_(width), thread_([this] { run(); }) {}

ConsoleProgress::~ConsoleProgress() {
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

std::unique_ptr<ConsoleProgress> ConsoleProgress::onTerminal(Source source, bool wanted, const Clock& clock) {
  if (!wanted || !isTerminal()) return nullptr;
  return std::make_unique<ConsoleProgress>(std::move(source), writeToStderr, clock, terminalWidth());
}

bool ConsoleProgress::isTerminal() { return isatty(STDERR_FILENO) == 1; }

int ConsoleProgress::terminalWidth() {
  const char* columns = std::getenv("COLUMNS");
  const int width = columns == nullptr ? 0 : std::atoi(columns);
  return width > 0 ? width : 80;
}

void ConsoleProgress::writeToStderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void ConsoleProgress::run() {
  nameThisThread("ferro-progress");
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, kRefresh, [&] { return stopping_; })) {
    const std::string text = line_.update(source_(), clock_.now());
    if (!text.empty()) write_(text);
  }
}

}  // namespace ferro
