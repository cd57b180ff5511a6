#include "ferro/blockmanager/memory_consumer.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "ferro/common/error.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
using test::kKilobyte;

namespace {

// How far a claim can grow in small steps.
int64_t growAllItCan(MemoryConsumer& claim) {
  while (claim.tryGrow(kKilobyte)) {
  }
  return claim.held();
}

}  // namespace

TEST_CASE("a claim that goes gives back all it held") {
  MemoryArbiter arbiter(1024 * kKilobyte, 0.5);
  {
    MemoryConsumer claim(arbiter, "hash table");
    REQUIRE(claim.tryGrow(100 * kKilobyte));
    claim.shrink(40 * kKilobyte);
    CHECK(claim.held() == 60 * kKilobyte);
    CHECK(arbiter.used() == 60 * kKilobyte);
  }
  CHECK(arbiter.used() == 0);
}

TEST_CASE("a claim alone may have nearly all memory, and leaves room for a newcomer") {
  MemoryArbiter arbiter(1024 * kKilobyte, 0.5);
  MemoryConsumer first(arbiter, "first");
  CHECK(growAllItCan(first) == 896 * kKilobyte);
  MemoryConsumer second(arbiter, "second");
  CHECK(growAllItCan(second) >= 64 * kKilobyte);
}

TEST_CASE("claims that grow together get about the same, whoever came first") {
  const int claims = GENERATE(2, 3, 8);
  MemoryArbiter arbiter(8192 * kKilobyte, 0.5);
  std::vector<std::unique_ptr<MemoryConsumer>> consumers;
  for (int i = 0; i < claims; ++i) {
    consumers.push_back(std::make_unique<MemoryConsumer>(arbiter, "task " + std::to_string(i)));
    growAllItCan(*consumers.back());
  }
  // Whoever may not grow spills and starts anew, as a task does.
  for (int round = 0; round < 40000; ++round) {
    MemoryConsumer& claim = *consumers[static_cast<size_t>(round % claims)];
    if (!claim.tryGrow(16 * kKilobyte)) claim.shrink(claim.held());
  }
  std::vector<int64_t> largest(consumers.size(), 0);
  for (int round = 0; round < 40000; ++round) {
    const auto i = static_cast<size_t>(round % claims);
    if (!consumers[i]->tryGrow(16 * kKilobyte)) consumers[i]->shrink(consumers[i]->held());
    largest[i] = std::max(largest[i], consumers[i]->held());
  }
  for (int64_t bytes : largest) {
    CHECK(bytes >= arbiter.limit() / claims / 2);
    CHECK(arbiter.peak() <= arbiter.limit());
  }
}

TEST_CASE("small claims do not shrink the share of the big one") {
  MemoryArbiter arbiter(8192 * kKilobyte, 0.5);
  std::vector<std::unique_ptr<MemoryConsumer>> small;
  for (int i = 0; i < 4; ++i) {
    small.push_back(std::make_unique<MemoryConsumer>(arbiter, "small"));
    REQUIRE(small.back()->tryGrow(kKilobyte));
  }
  MemoryConsumer big(arbiter, "big");
  CHECK(growAllItCan(big) > arbiter.limit() / 2);
}

TEST_CASE("a claim that is over its share because others came is told to spill") {
  MemoryArbiter arbiter(1024 * kKilobyte, 0.5);
  MemoryConsumer first(arbiter, "first");
  REQUIRE(first.tryGrow(700 * kKilobyte));
  MemoryConsumer second(arbiter, "second");
  REQUIRE(second.tryGrow(100 * kKilobyte));
  CHECK_FALSE(first.tryGrow(kKilobyte));
  first.shrink(first.held());
  CHECK(second.tryGrow(400 * kKilobyte));
}

TEST_CASE("what cannot be spilled may go past the share, up to the limit, and then fails by name") {
  MemoryArbiter arbiter(1024 * kKilobyte, 0.5);
  MemoryConsumer first(arbiter, "first");
  MemoryConsumer second(arbiter, "one big record");
  REQUIRE(first.tryGrow(300 * kKilobyte));
  second.grow(724 * kKilobyte);
  CHECK(arbiter.used() == arbiter.limit());
  try {
    second.grow(1);
    FAIL("grew past the limit");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kOutOfMemory);
    CHECK_THAT(error.what(), Catch::Contains("one big record needs 1 B more, 0 B of the limit of 1.0 MB is free"));
    CHECK_THAT(error.what(), Catch::Contains("held by: one big record 724.0 KB, first 300.0 KB;"));
  }
}

TEST_CASE("a claim handed to a store is never free in between, and the store does not count as a task") {
  MemoryArbiter arbiter(1024 * kKilobyte, 0.5);
  MemoryConsumer store(arbiter, "map outputs", MemoryShare::kStore);
  MemoryConsumer writer(arbiter, "shuffle writer");
  REQUIRE(writer.tryGrow(400 * kKilobyte));
  writer.transferTo(store, 400 * kKilobyte);
  CHECK(arbiter.used() == 400 * kKilobyte);
  CHECK(store.held() == 400 * kKilobyte);
  CHECK(writer.tryGrow(480 * kKilobyte));
}

TEST_CASE("a store takes only what is free and pushes nobody out") {
  MemoryArbiter arbiter(1024 * kKilobyte, 0.5);
  MemoryConsumer store(arbiter, "map outputs", MemoryShare::kStore);
  CHECK_FALSE(store.tryGrow(1000 * kKilobyte));
  CHECK(store.tryGrow(800 * kKilobyte));
}

TEST_CASE("tasks on several threads all get their share and none waits for another") {
  MemoryArbiter arbiter(4096 * kKilobyte, 0.5);
  std::atomic<int> starved{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      MemoryConsumer claim(arbiter, "task " + std::to_string(thread));
      for (int round = 0; round < 20000; ++round) {
        if (claim.tryGrow(4 * kKilobyte)) continue;
        if (claim.held() == 0) ++starved;
        claim.shrink(claim.held());
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(starved == 0);
  CHECK(arbiter.used() == 0);
  CHECK(arbiter.peak() <= arbiter.limit());
}
