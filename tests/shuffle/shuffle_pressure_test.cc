// Many threads on one manager with too little memory: outputs move to disk while they are read, replaced and removed.
#include <atomic>
#include <mutex>
#include <string>
#include <thread>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/fetch_failed.h"
#include "ferro/shuffle/shuffle_manager.h"
#include "ferro_test.h"
#include "shuffle_fixture.h"

namespace ferro {
namespace {

// Catch's assertions are for one thread: workers collect what went wrong.
class Complaints {
 public:
  void add(const std::string& text) {
    std::lock_guard lock(mutex_);
    if (first_.empty()) first_ = text;
  }
  std::string first() const {
    std::lock_guard lock(mutex_);
    return first_;
  }

 private:
  mutable std::mutex mutex_;
  std::string first_;
};

template <class Work>
void inThreads(int count, Complaints& complaints, const Work& work) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < count; ++thread) {
    threads.emplace_back([&work, &complaints, thread] {
      try {
        work(thread);
      } catch (const std::exception& error) {
        complaints.add(error.what());
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

void writeMap(ShuffleFixture& fixture, int shuffleId, int mapId, int numReducers, const TestOutput& output,
              int64_t attempt = 0) {
  ShuffleMetrics metrics;
  const auto writer = fixture.shuffles.openWriter(shuffleId, mapId, numReducers, testSchema(), metrics, attempt);
  output.appendTo(*writer);
  writer->commit();
}

Batches readReducer(ShuffleFixture& fixture, int shuffleId, int reducer, int numMaps) {
  ShuffleMetrics metrics;
  return drain(*fixture.shuffles.openReader(shuffleId, reducer, testSchema(), numMaps, metrics));
}

TEST_CASE("writers and readers at once under pressure give what was written") {
  const uint64_t seed = Catch::rngSeed();
  CAPTURE(seed);
  constexpr int kThreads = 4;
  constexpr int kMaps = 16;
  constexpr int kReducers = 9;
  ShuffleFixture fixture(2 * kMegabyte);
  std::vector<TestOutput> outputs;
  for (int map = 0; map < kMaps; ++map) outputs.emplace_back(seed + static_cast<uint64_t>(map), kReducers, 30, 300);

  Complaints complaints;
  for (int shuffle = 0; shuffle < 3; ++shuffle) {
    inThreads(kThreads, complaints, [&](int thread) {
      for (int map = thread; map < kMaps; map += kThreads) {
        writeMap(fixture, shuffle, map, kReducers, outputs[static_cast<size_t>(map)]);
      }
    });
    // The next shuffle is written while this one is read: its writers push outputs to disk under the readers.
    inThreads(kThreads, complaints, [&](int thread) {
      if (thread == 0) {
        for (int map = 0; map < kMaps; ++map) writeMap(fixture, 100 + shuffle, map, kReducers, outputs[0]);
        return;
      }
      for (int reducer = 0; reducer < kReducers; ++reducer) {
        Batches expected;
        for (const auto& output : outputs) {
          for (const auto& batch : output.forReducer(reducer)) expected.push_back(batch);
        }
        if (!sameBatches(readReducer(fixture, shuffle, reducer, kMaps), expected)) complaints.add("batches differ");
      }
    });
  }
  CHECK(complaints.first() == "");
  CHECK(fixture.shuffles.bytesOnDisk() > 0);
  CHECK(fixture.memory.peak() <= fixture.memory.limit());
  for (int shuffle = 0; shuffle < 3; ++shuffle) {
    fixture.shuffles.removeShuffle(shuffle);
    fixture.shuffles.removeShuffle(100 + shuffle);
  }
  CHECK(fixture.memory.used() == 0);
  CHECK(fixture.shuffles.bytesOnDisk() == 0);
  CHECK(fixture.files().empty());
}

TEST_CASE("outputs may be read, moved, removed and written again all at once") {
  constexpr int kReaders = 2;
  constexpr int kReadsEach = 100;
  ShuffleFixture fixture(64 * kMegabyte);
  const TestOutput output(22, 2, 10, 100);
  const Batches expected = output.forReducer(1);
  writeMap(fixture, 0, 0, 2, output);
  Complaints complaints;
  std::atomic<int> readersLeft = kReaders;
  const auto readOften = [&] {
    for (int reads = 0; reads < kReadsEach;) {
      try {
        if (!sameBatches(readReducer(fixture, 0, 1, 1), expected)) complaints.add("batches differ");
        ++reads;
      } catch (const FetchFailed& failure) {
        if (failure.attempt.has_value()) complaints.add(failure.what());
      }
    }
  };
  inThreads(kReaders + 2, complaints, [&](int thread) {
    if (thread < kReaders) {
      readOften();
      --readersLeft;
    }
    for (int64_t attempt = 1; thread == kReaders && readersLeft > 0; ++attempt) {
      fixture.shuffles.removeMapOutput(0, 0);
      writeMap(fixture, 0, 0, 2, output, attempt);
    }
    while (thread == kReaders + 1 && readersLeft > 0) {
      MemoryConsumer pressure(fixture.memory, "a test that wants nearly all memory");
      pressure.tryGrow(fixture.memory.limit() * 7 / 8);
    }
  });
  CHECK(complaints.first() == "");
  fixture.shuffles.removeShuffle(0);
  CHECK(fixture.memory.used() == 0);
  CHECK(fixture.files().empty());
}

TEST_CASE("two attempts of one map that commit at once leave one whole output") {
  Complaints complaints;
  for (int round = 0; round < 20; ++round) {
    ShuffleFixture fixture(round % 2 == 0 ? 64 * kMegabyte : kMegabyte / 2);
    const std::vector<TestOutput> outputs = {TestOutput(23, 3, 20, 200), TestOutput(24, 3, 20, 200)};
    std::vector<MapStatus> statuses(2);
    inThreads(2, complaints, [&](int thread) {
      ShuffleMetrics metrics;
      const auto writer = fixture.shuffles.openWriter(0, 0, 3, testSchema(), metrics, thread);
      outputs[static_cast<size_t>(thread)].appendTo(*writer);
      statuses[static_cast<size_t>(thread)] = writer->commit();
    });
    REQUIRE(complaints.first() == "");
    CHECK(statuses[0] == statuses[1]);
    const TestOutput& winner = outputs[static_cast<size_t>(statuses[0].attempt)];
    for (int reducer = 0; reducer < 3; ++reducer) {
      CHECK(sameBatches(fixture.read(0, reducer, 1), winner.forReducer(reducer)));
    }
    fixture.shuffles.removeShuffle(0);
    CHECK(fixture.files().empty());
    CHECK(fixture.memory.used() == 0);
  }
}

}  // namespace
}  // namespace ferro
