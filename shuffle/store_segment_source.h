// Serves the map outputs of this executor's store to its peers. Owned by the ShuffleManager; any thread may call it.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "ferro/shuffle/segment_source.h"

namespace ferro {

struct ShuffleContext;

class StoreSegmentSource final : public SegmentSource {
 public:
  explicit StoreSegmentSource(ShuffleContext& context) : context_(context) {}

  // Before this nobody is answered: who asks means another executor that had this address.
  void setExecutorId(const std::string& executorId);

  void checkServes(const std::string& executorId) override;
  SentSegment addSegment(const OutputName& output, int reducer, Payload& payload) override;
  std::optional<std::string> findLoss(const OutputName& output) override;
  void drop(const OutputName& output) override;

 private:
  ShuffleContext& context_;
  std::mutex mutex_;
  std::string executorId_;
};

// Why the output is lost from the store, if it is; a lost one is dropped. Its executor is not looked at.
std::optional<std::string> findLoss(ShuffleContext& context, const OutputName& output);

}  // namespace ferro
