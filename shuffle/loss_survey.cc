#include "ferro/shuffle/loss_survey.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/shuffle/fetch_inbox.h"
#include "ferro/shuffle/map_output_locations.h"
#include "ferro/shuffle/shuffle_context.h"
#include "ferro/shuffle/shuffle_manager.h"
#include "ferro/shuffle/shuffle_messages.h"
#include "ferro/shuffle/store_segment_source.h"

namespace ferro {
namespace {

// How long it may take until a cancelled task notices.
constexpr std::chrono::milliseconds kSurveyCancelCheck{20};
// Reading all outputs of an executor takes a while; what is not known by then is found by readers.
constexpr std::chrono::milliseconds kMaxWait{30'000};

using WantedOutputs = std::vector<WantedOutput>;

using Losses = std::vector<FetchFailed::Other>;

Losses lostHere(ShuffleContext& context, int shuffleId, const WantedOutputs& outputs) {
  Losses lost;
  for (const WantedOutput& output : outputs) {
    if (findLoss(context, {{}, shuffleId, output.mapId, output.attempt}))
      lost.push_back({output.mapId, output.attempt});
  }
  return lost;
}

class PeerSurvey {
 public:
  PeerSurvey(const ShuffleNetwork& network, int shuffleId) : network_(network), shuffleId_(shuffleId) {}
  ~PeerSurvey() { inbox_->close(); }
  PeerSurvey(const PeerSurvey&) = delete;
  PeerSurvey& operator=(const PeerSurvey&) = delete;

  void ask(const MapOutputPlace& place, WantedOutputs outputs) {
    const CheckRequest request{place.executor.executorId, shuffleId_, std::move(outputs)};
    inbox_->ask(*network_.peers, place.executor.address(), numAsked_++,
                Message{message_kinds::kCheckOutputs, encodeCheckRequest(request), {}}, limit());
  }

  Losses collect(const std::function<bool()>& isCancelled) {
    Losses lost;
    const auto deadline = std::chrono::steady_clock::now() + limit();
    for (uint64_t answered = 0; answered < numAsked_;) {
      const auto now = std::chrono::steady_clock::now();
      if (now >= deadline || (isCancelled && isCancelled())) break;
      inbox_->waitUntil(std::min(deadline, now + kSurveyCancelCheck));
      for (FetchInbox::Arrival& arrival : inbox_->takeAll()) {
        ++answered;
        absorb(arrival, lost);
      }
    }
    return lost;
  }

 private:
  std::chrono::milliseconds limit() const { return std::min(kMaxWait, network_.options.requestDeadline); }

  static void absorb(FetchInbox::Arrival& arrival, Losses& lost) {
    try {
      for (const WantedOutput& output : decodeCheckAnswer(arrival.reply.take().body)) {
        lost.push_back({output.mapId, output.attempt});
      }
    } catch (const Error& error) {
      // Readers will find out what is wrong with it.
      logWarn("an executor could not be asked which of its map outputs are lost: " + std::string(error.what()));
    }
  }

  const ShuffleNetwork& network_;
  const int shuffleId_;
  const std::shared_ptr<FetchInbox> inbox_ = std::make_shared<FetchInbox>();
  uint64_t numAsked_ = 0;
};

}  // namespace

Losses findLostOutputs(ShuffleContext& context, int shuffleId, MapRange maps, const MapOutputLocations* locations,
                       const std::function<bool()>& isCancelled) {
  Losses lost;
  WantedOutputs here;
  std::map<MapOutputPlace, WantedOutputs> elsewhere;
  for (int map = maps.first; map < maps.end; ++map) {
    if (locations == nullptr) {
      const auto output = context.store.find(shuffleId, map);
      if (output != nullptr) here.push_back({map, output->status.attempt});
      else lost.push_back({map, std::nullopt});
    } else if (const auto location = locations->location(map)) {
      const std::string& executorId = location->place.executor.executorId;
      const bool isHere = executorId.empty() || executorId == context.network->self.executorId;
      (isHere ? here : elsewhere[location->place]).push_back({map, location->attempt});
    }
  }
  std::unique_ptr<PeerSurvey> peers;
  if (!elsewhere.empty()) peers = std::make_unique<PeerSurvey>(*context.network, shuffleId);
  for (auto& [place, outputs] : elsewhere) peers->ask(place, std::move(outputs));
  for (const auto& loss : lostHere(context, shuffleId, here)) lost.push_back(loss);
  if (peers == nullptr) return lost;
  for (const auto& loss : peers->collect(isCancelled)) lost.push_back(loss);
  return lost;
}

}  // namespace ferro
