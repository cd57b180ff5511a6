#include "ferro/conf/duration.h"

#include "ferro_test.h"

using namespace ferro;
using namespace std::chrono_literals;

TEST_CASE("a duration is read with each of Spark's units") {
  CHECK(*parseDuration("100ms") == 100ms);
  CHECK(*parseDuration("3s") == 3s);
  CHECK(*parseDuration("120S") == 120s);
  CHECK(*parseDuration("5m") == 5min);
  CHECK(*parseDuration("5min") == 5min);
  CHECK(*parseDuration("1h") == 1h);
  CHECK(*parseDuration("1d") == 24h);
  CHECK(*parseDuration("2500us") == 2ms);
  CHECK(*parseDuration(" 3 s ") == 3s);
}

TEST_CASE("a number alone counts the time unit that its key names") {
  CHECK(*parseDuration("120", TimeUnit::kSecond) == 120s);
  CHECK(*parseDuration("120", TimeUnit::kMillisecond) == 120ms);
}

TEST_CASE("what is no duration is not read as one") {
  for (const char* text : {"", "s", "-1s", "1.5s", "3 seconds", "1w", "soon", "9223372036854775807d"}) {
    INFO(text);
    CHECK_FALSE(parseDuration(text));
  }
}

TEST_CASE("the text of a duration reads back as the same duration") {
  CHECK(toText(0ms) == "0ms");
  CHECK(toText(1500ms) == "1500ms");
  CHECK(toText(120s) == "2min");
  CHECK(toText(24h) == "1d");
  for (std::chrono::milliseconds duration : {0ms, 1ms, 61'000ms, 3'600'000ms}) {
    CHECK(*parseDuration(toText(duration), TimeUnit::kSecond) == duration);
  }
}
