#include "ferro/blockmanager/memory_arbiter.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include <arrow/buffer.h>
#include <arrow/result.h>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/common/error.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
using test::kKilobyte;

namespace {

// Holds a claim and gives it back when asked.
class Hoard : public Reclaimable {
 public:
  Hoard(MemoryArbiter& arbiter, std::string name, ReclaimOrder order = ReclaimOrder::kShuffle)
      : arbiter_(arbiter), claim_(arbiter, std::move(name), MemoryShare::kStore) {
    arbiter_.addReclaimable(this, order);
  }
  ~Hoard() override { arbiter_.removeReclaimable(this); }

  MemoryConsumer& claim() { return claim_; }
  int calls() const { return calls_; }

  int64_t reclaim(int64_t bytes) override {
    std::lock_guard lock(mutex_);
    ++calls_;
    const int64_t freed = std::min(bytes, claim_.held());
    claim_.shrink(freed);
    return freed;
  }

 private:
  MemoryArbiter& arbiter_;
  std::mutex mutex_;
  MemoryConsumer claim_;
  std::atomic<int> calls_{0};
};

}  // namespace

TEST_CASE("the arbiter counts what is allocated through it and forgets what is freed") {
  MemoryArbiter arbiter(64 * kKilobyte, 0.5);
  {
    auto buffer = arrow::AllocateResizableBuffer(kKilobyte, &arbiter).ValueOrDie();
    CHECK(arbiter.used() == kKilobyte);
    REQUIRE(buffer->Resize(4 * kKilobyte).ok());
    CHECK(arbiter.used() == 4 * kKilobyte);
    REQUIRE(buffer->Resize(kKilobyte, true).ok());
    CHECK(arbiter.bytes_allocated() == kKilobyte);
  }
  CHECK(arbiter.used() == 0);
  CHECK(arbiter.bytes_allocated() == 0);
  CHECK(arbiter.peak() == 4 * kKilobyte);
  CHECK(arbiter.total_bytes_allocated() == 4 * kKilobyte);
}

TEST_CASE("an allocation past the limit fails with one line that says who holds what and what to do") {
  MemoryArbiter arbiter(1024 * kKilobyte, 0.5);
  MemoryConsumer table(arbiter, "hash table of task 3");
  MemoryConsumer sort(arbiter, "sort buffer of task 4");
  table.grow(300 * kKilobyte);
  sort.grow(512 * kKilobyte);
  auto status = arrow::AllocateBuffer(500 * kKilobyte, &arbiter).status();
  REQUIRE(status.IsOutOfMemory());
  CHECK_THAT(status.message(), Catch::Contains("needs 500.0 KB more") && Catch::Contains("limit of 1.0 MB"));
  CHECK_THAT(status.message(),
             Catch::Contains("held by: sort buffer of task 4 512.0 KB, hash table of task 3 300.0 KB;"));
  CHECK_THAT(status.message(), Catch::Contains("ferro.driver.memory") && !Catch::Contains("\n"));
  CHECK(arbiter.used() == 812 * kKilobyte);
}

TEST_CASE("an allocation that does not fit reclaims just what is missing") {
  MemoryArbiter arbiter(100 * kKilobyte, 0.5);
  Hoard outputs(arbiter, "map outputs");
  REQUIRE(outputs.claim().tryGrow(80 * kKilobyte));
  auto buffer = arrow::AllocateBuffer(60 * kKilobyte, &arbiter);
  REQUIRE(buffer.ok());
  CHECK(outputs.claim().held() == 40 * kKilobyte);
  CHECK(arbiter.used() == 100 * kKilobyte);
}

TEST_CASE("a request bigger than the limit reclaims nothing") {
  MemoryArbiter arbiter(100 * kKilobyte, 0.5);
  Hoard outputs(arbiter, "map outputs");
  REQUIRE(outputs.claim().tryGrow(80 * kKilobyte));
  CHECK_FALSE(arrow::AllocateBuffer(101 * kKilobyte, &arbiter).ok());
  CHECK(outputs.calls() == 0);
}

TEST_CASE("one who asks for memory while giving some back is refused, not asked again") {
  class Greedy : public Reclaimable {
   public:
    explicit Greedy(MemoryArbiter& arbiter) : arbiter_(arbiter) {}
    int64_t reclaim(int64_t) override {
      ++calls;
      allocationFailed = !arrow::AllocateBuffer(50 * kKilobyte, &arbiter_).ok();
      return 0;
    }
    int calls = 0;
    bool allocationFailed = false;

   private:
    MemoryArbiter& arbiter_;
  };
  MemoryArbiter arbiter(100 * kKilobyte, 0.5);
  MemoryConsumer holder(arbiter, "holder");
  holder.grow(90 * kKilobyte);
  Greedy greedy(arbiter);
  arbiter.addReclaimable(&greedy, ReclaimOrder::kShuffle);
  CHECK_FALSE(arrow::AllocateBuffer(50 * kKilobyte, &arbiter).ok());
  arbiter.removeReclaimable(&greedy);
  CHECK(greedy.calls == 1);
  CHECK(greedy.allocationFailed);
}

TEST_CASE("who cannot do without memory waits for what another thread is just writing to disk") {
  // Gives back only when the second thread has asked too, and found nothing left to take.
  class Slow : public Reclaimable {
   public:
    explicit Slow(MemoryArbiter& arbiter) : claim_(arbiter, "slow", MemoryShare::kStore) {}
    int64_t reclaim(int64_t) override {
      std::unique_lock lock(mutex_);
      if (++calls_ > 1) {
        changed_.notify_all();
        return 0;
      }
      changed_.wait_for(lock, std::chrono::seconds(30), [&] { return calls_ > 1; });
      const int64_t freed = claim_.held();
      claim_.shrink(freed);
      return freed;
    }
    MemoryConsumer& claim() { return claim_; }

   private:
    MemoryConsumer claim_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int calls_ = 0;
  };
  MemoryArbiter arbiter(100 * kKilobyte, 0.5);
  Slow slow(arbiter);
  REQUIRE(slow.claim().tryGrow(80 * kKilobyte));
  arbiter.addReclaimable(&slow, ReclaimOrder::kShuffle);
  std::atomic<int> succeeded{0};
  auto ask = [&] {
    MemoryConsumer record(arbiter, "one record");
    record.grow(40 * kKilobyte);
    ++succeeded;
  };
  std::thread first(ask);
  std::thread second(ask);
  first.join();
  second.join();
  arbiter.removeReclaimable(&slow);
  CHECK(succeeded == 2);
}

TEST_CASE("threads that allocate, claim and reclaim at once never pass the limit and leave nothing behind") {
  const auto seed = GENERATE(1u, 2u, 3u);
  CAPTURE(seed);
  MemoryArbiter arbiter(256 * kKilobyte, 0.5);
  {
    Hoard outputs(arbiter, "map outputs");
    std::atomic<int> passedLimit{0};
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        std::mt19937 random(seed * 100 + thread);
        MemoryConsumer claim(arbiter, "task " + std::to_string(thread));
        std::vector<std::unique_ptr<arrow::Buffer>> buffers;
        for (int round = 0; round < 2000; ++round) {
          const int64_t bytes = static_cast<int64_t>(random() % 16 + 1) * kKilobyte;
          switch (random() % 4) {
            case 0:
              if (!claim.tryGrow(bytes)) claim.shrink(claim.held());
              break;
            case 1:
              if (auto buffer = arrow::AllocateBuffer(bytes, &arbiter); buffer.ok())
                buffers.push_back(std::move(*buffer));
              break;
            case 2: buffers.clear(); break;
            default: {
              const int64_t part = std::min(bytes, claim.held());
              claim.transferTo(outputs.claim(), part);
            }
          }
          if (arbiter.used() > arbiter.limit()) ++passedLimit;
        }
      });
    }
    for (auto& thread : threads) thread.join();
    CHECK(passedLimit == 0);
    CHECK(arbiter.peak() <= arbiter.limit());
    CHECK(arbiter.used() == outputs.claim().held());
  }
  CHECK(arbiter.used() == 0);
  CHECK(arbiter.holdersTable() == "nobody");
}
