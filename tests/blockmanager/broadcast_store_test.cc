#include "ferro/blockmanager/broadcast_store.h"

#include <string>
#include <thread>
#include <vector>

#include "ferro_test.h"

using ferro::BroadcastStore;

TEST_CASE("a broadcast value is shared with its readers and outlives its removal while one reads it") {
  BroadcastStore store;
  store.put(7, std::make_shared<const std::string>("model"));
  auto value = std::static_pointer_cast<const std::string>(store.get(7));
  store.remove(7);
  CHECK(store.get(7) == nullptr);
  CHECK(store.size() == 0);
  CHECK(*value == "model");
}

TEST_CASE("broadcast values may be put, read and removed by many threads at once") {
  BroadcastStore store;
  std::vector<std::thread> threads;
  for (int64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&store, thread] {
      for (int64_t round = 0; round < 500; ++round) {
        store.put(thread, std::make_shared<const int64_t>(round));
        store.get((thread + 1) % 4);
        store.remove(thread);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(store.size() == 0);
}
