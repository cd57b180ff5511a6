// Keeps the tables that the driver gave until a loss makes them old. Tasks that want the same table at once ask the
// driver once. Owned by the executor; any thread may call it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "ferro/common/error.h"
#include "ferro/shuffle/map_output_locator.h"

namespace ferro {

class CachedMapOutputLocator final : public MapOutputLocator {
 public:
  // Asks the driver and returns MapOutputTracker::locations(shuffleId) as it gave it. May block and throw Error.
  using Fetch = std::function<std::string(int shuffleId)>;

  explicit CachedMapOutputLocator(Fetch fetch);

  std::shared_ptr<const MapOutputLocations> locate(int shuffleId, int64_t minEpoch) override;

  // The driver's epoch, which every task carries: what is older is dropped.
  void noteEpoch(int64_t epoch);
  void forget(int shuffleId);

 private:
  using Table = std::shared_ptr<const MapOutputLocations>;

  // One question to the driver and those who wait for its answer. Each throws an Error of its own.
  struct Question {
    bool answered = false;
    Table table;
    std::optional<Error> error;
  };

  Table cached(int shuffleId, int64_t minEpoch) const;
  void ask(int shuffleId, std::unique_lock<std::mutex>& lock);

  const Fetch fetch_;
  std::mutex mutex_;
  std::condition_variable answered_;
  std::map<int, Table> tables_;
  std::map<int, std::shared_ptr<Question>> questions_;
  int64_t newestEpoch_ = 0;
};

}  // namespace ferro
