#include "ferro/scheduler/progress_bar.h"

#include "ferro/scheduler/console_progress.h"
#include "ferro_test.h"
#include "gate.h"

using namespace ferro;
using namespace std::chrono_literals;

namespace {

StageProgress stage(int id, int done, int active, int total, Clock::TimePoint submitted = {}) {
  return {StageId{id}, done, active, total, submitted};
}

}  // namespace

TEST_CASE("the bar of one stage fills the width") {
  CHECK(renderProgressBar({stage(3, 5, 2, 10)}, 40) == "[Stage 3:=========>        (5 + 2) / 10]");
  CHECK(renderProgressBar({stage(3, 0, 2, 10)}, 40) == "[Stage 3:>                 (0 + 2) / 10]");
  CHECK(renderProgressBar({stage(3, 9, 1, 10)}, 40) == "[Stage 3:================> (9 + 1) / 10]");
}

TEST_CASE("a finished bar has no arrow") {
  CHECK(renderProgressBar({stage(0, 2, 0, 2)}, 30) == "[Stage 0:=========(2 + 0) / 2]");
}

TEST_CASE("several stages share the width") {
  CHECK(renderProgressBar({stage(1, 1, 1, 2), stage(2, 0, 0, 4)}, 60) ==
        "[Stage 1:====>    (1 + 1) / 2][Stage 2:>        (0 + 0) / 4]");
}

TEST_CASE("where there is no room for a bar the numbers stay") {
  CHECK(renderProgressBar({stage(1, 1, 1, 2)}, 10) == "[Stage 1:(1 + 1) / 2]");
}

TEST_CASE("large stages do not overflow the bar") {
  CHECK(renderProgressBar({stage(0, 100'000'000, 0, 200'000'000)}, 60) ==
        "[Stage 0:===========>           (100000000 + 0) / 200000000]");
}

TEST_CASE("a stage is shown after half a second, again only when it changes, and cleared at the end") {
  ProgressLine line(30);
  const Clock::TimePoint begin{1h};
  auto at = [&](auto after, int done) { return line.update({stage(0, done, 0, 2, begin)}, begin + after); };
  CHECK(at(500ms, 0).empty());
  CHECK(at(600ms, 0) == "\r[Stage 0:>        (0 + 0) / 2]");
  CHECK(at(800ms, 0).empty());
  CHECK(at(1000ms, 1) == "\r[Stage 0:====>    (1 + 0) / 2]");
  CHECK(at(62s, 1) == "\r[Stage 0:====>    (1 + 0) / 2]");
  CHECK(line.clear(begin + 63s) == "\r" + std::string(30, ' ') + "\r");
  CHECK(line.clear(begin + 63s).empty());
  CHECK(at(63s + 400ms, 1).empty());
  CHECK(at(63s + 600ms, 1) == "\r[Stage 0:====>    (1 + 0) / 2]");
}

TEST_CASE("a line of the log stands above the bar, which comes back at once") {
  ProgressLine line(30);
  const Clock::TimePoint begin{1h};
  const std::vector stages{stage(0, 1, 0, 2, begin)};
  CHECK(line.above("WARN nothing is shown yet") == "WARN nothing is shown yet\n");
  CHECK(line.update(stages, begin + 1s) == "\r[Stage 0:====>    (1 + 0) / 2]");
  CHECK(line.above("WARN one") == "\r" + std::string(30, ' ') + "\rWARN one\n");
  CHECK(line.update(stages, begin + 1s) == "\r[Stage 0:====>    (1 + 0) / 2]");
}

TEST_CASE("nothing of a longer bar is left beside a shorter one") {
  ProgressLine line(61);
  const Clock::TimePoint begin{1h};
  line.update({stage(0, 1, 0, 2, begin)}, begin + 1s);
  const std::string text = line.update({stage(0, 1, 0, 2, begin), stage(1, 1, 0, 2, begin)}, begin + 2s);
  CHECK(text == "\r[Stage 0:====>    (1 + 0) / 2][Stage 1:====>    (1 + 0) / 2] ");
}

TEST_CASE("at most three stages are shown") {
  ProgressLine line(120);
  const Clock::TimePoint begin{1h};
  std::vector<StageProgress> stages;
  for (int id = 0; id < 5; ++id) stages.push_back(stage(id, 0, 0, 1, begin));
  const std::string text = line.update(stages, begin + 1s);
  CHECK(text.find("[Stage 2:") != std::string::npos);
  CHECK(text.find("[Stage 3:") == std::string::npos);
  CHECK(text.size() == 121);
}

TEST_CASE("on a narrow terminal the bar stays on its line") {
  const Clock::TimePoint begin{10s};
  ProgressLine line(20);
  const std::string text = line.update({stage(1, 10, 2, 2000, begin), stage(2, 0, 0, 300, begin)}, begin + 1s);
  CHECK(text == "\r[Stage 1:(10 + 2) / ");
  CHECK(line.clear(begin + 2s) == "\r" + std::string(20, ' ') + "\r");
}

TEST_CASE("the bar is refreshed by its own thread and taken away at the end") {
  SystemClock clock;
  Counter written;
  std::mutex mutex;
  std::string screen;
  {
    ConsoleProgress progress([&] { return std::vector{stage(4, 1, 1, 2, clock.now() - 1min)}; },
                             [&](std::string_view text) {
                               std::lock_guard lock(mutex);
                               screen += text;
                               written.arrive();
                             },
                             clock, 30);
    written.waitFor(1);
  }
  CHECK(screen == "\r[Stage 4:====>    (1 + 1) / 2]\r" + std::string(30, ' ') + "\r");
}

TEST_CASE("a line can be logged while the bar asks how far the stages are") {
  SystemClock clock;
  Counter asked;
  Counter logged;
  ConsoleProgress progress(
      [&] {
        asked.arrive();
        logged.waitFor(1);
        return std::vector<StageProgress>();
      },
      [](std::string_view) {}, clock, 30);
  asked.waitFor(1);
  progress.writeAbove("WARN somebody failed");
  logged.arrive();
}
