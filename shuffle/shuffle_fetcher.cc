#include "ferro/shuffle/shuffle_fetcher.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <arrow/buffer.h>

#include "ferro/net/connection_pool.h"
#include "ferro/shuffle/checksum.h"
#include "ferro/shuffle/elapsed.h"
#include "ferro/shuffle/fetch_failed.h"
#include "ferro/shuffle/lost_executors.h"
#include "ferro/shuffle/shuffle_metrics.h"

namespace ferro {
namespace {

// A request holds up its peer's network thread while its files are opened.
constexpr size_t kMostOutputsInRequest = 256;
// How long it may take until a cancelled task notices.
constexpr std::chrono::milliseconds kCancelCheck{20};

int64_t bytesWithoutClaim(const MemoryArbiter& memory, int64_t window) {
  return std::min(window, std::max<int64_t>(1 << 20, memory.limit() / 64));
}

bool mayHelpToTryAgain(ErrorCode code) {
  return code != ErrorCode::kInternal && code != ErrorCode::kInvalidArgument && code != ErrorCode::kOutOfMemory;
}

}  // namespace

ShuffleFetcher::ShuffleFetcher(const ShuffleNetwork& network, MemoryArbiter& memory, Task task,
                               std::vector<RemoteOutput> outputs, ShuffleMetrics& metrics)
    : network_(network),
      task_(std::move(task)),
      outputs_(std::move(outputs)),
      metrics_(metrics),
      unclaimedBytes_(bytesWithoutClaim(memory, network.options.maxBytesInFlight)),
      claim_(memory, "shuffle fetch", MemoryShare::kStore),
      random_(static_cast<uint64_t>(task_.shuffleId) << 32 | static_cast<uint32_t>(task_.reducer)),
      inbox_(std::make_shared<FetchInbox>()),
      states_(outputs_.size()) {}

ShuffleFetcher::~ShuffleFetcher() {
  inbox_->close();
  claim_.shrink(claim_.held());
}

FetchedBytes ShuffleFetcher::take() {
  const Elapsed elapsed(metrics_.fetchWaitNanos);
  const RemoteOutput& output = outputs_.at(taken_);
  State& state = states_[taken_];
  for (;;) {
    absorbArrivals();
    sendDue();
    askMore();
    if (state.bytes == nullptr) {
      waitForArrival();
    } else if (matchesChecksum(state)) {
      ++taken_;
      return {state.bytes, state.answer.hasChecksum, state.answer.isOfFile};
    } else if (!state.askedAgain) {
      // The damage may have happened on the way.
      state.askedAgain = true;
      release(state);
      startRequest(output.place, {taken_});
    } else {
      tellDamaged(output);
      fail(output, "its bytes do not match their checksum", false);
    }
  }
}

void ShuffleFetcher::release() { release(states_[taken_ - 1]); }

void ShuffleFetcher::release(State& state) {
  state.bytes.reset();
  const auto request = std::move(state.request);
  if (--request->unreleased == 0) count(-request->bytes);
}

void ShuffleFetcher::failDamaged(const std::string& cause) {
  const RemoteOutput& output = outputs_[taken_ - 1];
  tellDamaged(output);
  fail(output, cause, false);
}

// Rounds are half a window: while one is consumed, the next is on its way.
void ShuffleFetcher::askMore() {
  for (size_t end = endOfRound(); end > nextToAsk_; end = endOfRound()) sendRound(end);
}

size_t ShuffleFetcher::endOfRound() {
  size_t end = nextToAsk_;
  int64_t asked = 0;
  while (end < outputs_.size() && mayAsk(asked, outputs_[end].size)) asked += outputs_[end++].size;
  return end;
}

bool ShuffleFetcher::mayAsk(int64_t asked, int64_t more) {
  const int64_t window = network_.options.maxBytesInFlight;
  // What is larger than the window comes alone.
  const bool isFirst = bytesInFlight_ + asked == 0;
  if (asked > 0 && asked + more > window / 2) return false;
  if (asked == 0 && !isFirst && bytesInFlight_ > window / 2) return false;
  const int64_t total = bytesInFlight_ + asked + more;
  if (!isFirst && total > window) return false;
  return total <= unclaimedBytes_ || claim_.tryGrow(more) || isFirst;
}

void ShuffleFetcher::sendRound(size_t end) {
  std::map<MapOutputPlace, std::vector<std::vector<size_t>>> groups;
  std::map<MapOutputPlace, int64_t> bytes;
  for (; nextToAsk_ < end; ++nextToAsk_) {
    const RemoteOutput& output = outputs_[nextToAsk_];
    auto& ofPeer = groups[output.place];
    int64_t& inLast = bytes[output.place];
    if (ofPeer.empty() || ofPeer.back().size() == kMostOutputsInRequest ||
        inLast + output.size > network_.options.maxBytesInFlight / 5) {
      ofPeer.emplace_back();
      inLast = 0;
    }
    ofPeer.back().push_back(nextToAsk_);
    inLast += output.size;
  }
  // In another order for each reducer, or all would come to the same peer first.
  std::vector<const MapOutputPlace*> order;
  for (const auto& [place, requests] : groups) order.push_back(&place);
  for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.next() % i]);
  for (const MapOutputPlace* place : order) {
    for (auto& outputs : groups[*place]) startRequest(*place, std::move(outputs));
  }
}

void ShuffleFetcher::startRequest(const MapOutputPlace& place, std::vector<size_t> outputs) {
  auto request = std::make_shared<Request>();
  request->place = place;
  request->outputs = std::move(outputs);
  request->unreleased = request->outputs.size();
  for (const size_t output : request->outputs) {
    request->bytes += outputs_[output].size;
    states_[output].request = request;
  }
  count(request->bytes);
  send(request);
}

void ShuffleFetcher::send(const std::shared_ptr<Request>& request) {
  FetchRequest wanted{request->place.executor.executorId, task_.shuffleId, task_.reducer, {}};
  for (const size_t output : request->outputs) {
    wanted.outputs.push_back({outputs_[output].mapId, outputs_[output].attempt});
  }
  const uint64_t number = nextRequest_++;
  underWay_.emplace(number, request);
  inbox_->ask(*network_.peers, request->place.executor.address(), number,
              Message{message_kinds::kFetchSegments, encodeFetchRequest(wanted), {}}, network_.options.requestDeadline);
}

void ShuffleFetcher::sendDue() {
  const TimePoint now = std::chrono::steady_clock::now();
  const auto isDue = [&](const auto& request) { return request->due <= now; };
  const auto due = std::stable_partition(toTryAgain_.begin(), toTryAgain_.end(), std::not_fn(isDue));
  for (auto request = due; request != toTryAgain_.end(); ++request) send(*request);
  toTryAgain_.erase(due, toTryAgain_.end());
}

void ShuffleFetcher::waitForArrival() {
  if (task_.isCancelled && task_.isCancelled()) {
    throw Error(ErrorCode::kCancelled, "the task was cancelled while it fetched map outputs");
  }
  failIfLost();
  TimePoint until = std::chrono::steady_clock::now() + kCancelCheck;
  for (const auto& request : toTryAgain_) until = std::min(until, request->due);
  inbox_->waitUntil(until);
}

// Neither retries nor deadlines are for an executor that will not come back. What its host's service has is still
// there.
void ShuffleFetcher::failIfLost() const {
  if (network_.lost == nullptr) return;
  const auto check = [&](const Request& request) {
    if (!request.place.atService && network_.lost->contains(request.place.executor))
      fail(outputs_[request.outputs.front()], "the driver has given it up", true);
  };
  for (const auto& [number, request] : underWay_) check(*request);
  for (const auto& request : toTryAgain_) check(*request);
}

void ShuffleFetcher::absorbArrivals() {
  for (FetchInbox::Arrival& arrival : inbox_->takeAll()) {
    const auto request = underWay_.extract(arrival.request).mapped();
    try {
      absorbAnswer(*request, arrival.reply.take());
    } catch (const FetchFailed&) {
      throw;
    } catch (const Error& error) {
      absorbFailure(request, error);
    }
  }
}

void ShuffleFetcher::absorbAnswer(Request& request, Message message) {
  const auto payload = message.payload.buffer();
  FetchAnswer answer = decodeFetchAnswer(message.body, request.outputs.size(), payload->size());
  int64_t offset = 0;
  for (size_t i = 0; i < request.outputs.size(); ++i) {
    State& state = states_[request.outputs[i]];
    state.answer = std::move(answer.segments[i]);
    if (!state.answer.lostReason.empty()) fail(outputs_[request.outputs[i]], state.answer.lostReason, false);
    state.bytes = arrow::SliceBuffer(payload, offset, state.answer.length);
    offset += state.answer.length;
    ++metrics_.remoteSegmentsRead;
  }
  metrics_.remoteBytesRead += offset;
  count(offset - request.bytes);
  request.bytes = offset;
}

void ShuffleFetcher::absorbFailure(const std::shared_ptr<Request>& request, const Error& error) {
  if (!mayHelpToTryAgain(error.code())) throw Error(error);
  const RemoteOutput& first = outputs_[request->outputs.front()];
  // The address answers, but for another executor.
  if (error.code() == ErrorCode::kNotFound) fail(first, error.what(), true);
  if (request->tries >= network_.options.maxRetries) {
    fail(first, std::string(error.what()) + "; tried " + std::to_string(request->tries + 1) + " times", true);
  }
  ++request->tries;
  request->due = std::chrono::steady_clock::now() + network_.options.retryWait;
  toTryAgain_.push_back(request);
}

void ShuffleFetcher::count(int64_t bytes) {
  bytesInFlight_ += bytes;
  peakBytesInFlight_ = std::max(peakBytesInFlight_, bytesInFlight_);
  if (bytes < 0 && claim_.held() > bytesInFlight_) claim_.shrink(claim_.held() - bytesInFlight_);
}

bool ShuffleFetcher::matchesChecksum(const State& state) const {
  return !state.answer.hasChecksum ||
         Checksum::of(state.bytes->data(), static_cast<size_t>(state.bytes->size())) == state.answer.checksum;
}

// Nobody waits for it: should it get lost, the next reader finds the same damage.
void ShuffleFetcher::tellDamaged(const RemoteOutput& output) {
  const OutputName name{output.place.executor.executorId, task_.shuffleId, output.mapId, output.attempt};
  network_.peers->get(output.place.executor.address(),
                      [body = encodeOutputName(name)](const ConnectionPtr& connection, const std::optional<Error>&) {
                        if (connection != nullptr) connection->send({message_kinds::kDropDamagedOutput, body, {}});
                      });
}

void ShuffleFetcher::fail(const RemoteOutput& output, const std::string& cause, bool unreachable) const {
  const ExecutorPlace& executor = output.place.executor;
  throw FetchFailed(task_.shuffleId, output.mapId, task_.reducer, output.attempt,
                    (output.place.atService ? "the shuffle service of executor " : "executor ") + executor.executorId +
                        " at " + executor.address().text() + ": " + cause,
                    output.place, unreachable);
}

}  // namespace ferro
