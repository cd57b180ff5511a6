#include "ferro/shuffle/service/service_link.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "ferro/common/log.h"
#include "ferro/shuffle/service/service_messages.h"

namespace ferro {
namespace {

constexpr std::chrono::milliseconds kConnectDeadline{10'000};
constexpr std::chrono::milliseconds kReconnectWait{1'000};

}  // namespace

// Handles the connections' ends, so each of them keeps it alive until it has told of its end.
struct ShuffleServiceLink::State final : public MessageHandler, public std::enable_shared_from_this<State> {
  State(NetLoop& netLoop, NetOptions netOptions) : loop(netLoop), options(std::move(netOptions)) {}

  void connect(const HostPort& service);
  void onConnected(const HostPort& service, ConnectionPtr connection, const std::optional<Error>& error);
  void connectLater(const HostPort& service);
  std::vector<ConnectionPtr> connections();
  bool isNewOutage(const HostPort& service);

  void onMessage(const ConnectionPtr&, Message, Responder responder) override {
    responder.fail(Error(ErrorCode::kInvalidArgument, "a driver answers no shuffle service"));
  }
  void onClosed(const ConnectionPtr& connection, const std::string& reason) override;

  NetLoop& loop;
  const NetOptions options;
  std::mutex mutex;
  bool ended = false;
  std::map<HostPort, ConnectionPtr> services;  // null while there is no connection
  std::set<HostPort> unreachable;              // those of which that was logged
  std::map<Connection*, std::shared_ptr<State>> keepers;
};

void ShuffleServiceLink::State::connect(const HostPort& service) {
  loop.connectAsync(service, options, this, kConnectDeadline,
                    [self = shared_from_this(), service](ConnectionPtr connection, std::optional<Error> error) {
                      self->onConnected(service, std::move(connection), error);
                    });
}

void ShuffleServiceLink::State::onConnected(const HostPort& service, ConnectionPtr connection,
                                            const std::optional<Error>& error) {
  if (error) {
    if (isNewOutage(service)) logWarn("cannot reach the shuffle service at " + service.text() + ": " + error->what());
    connectLater(service);
    return;
  }
  {
    std::lock_guard lock(mutex);
    unreachable.erase(service);
    keepers.emplace(connection.get(), shared_from_this());
    services[service] = connection;
    if (ended) connection->close("the driver ends");
  }
  connection->call({message_kinds::kDriverHere, {}, {}}, kConnectDeadline,
                   [self = shared_from_this()](const Reply&) {});
}

bool ShuffleServiceLink::State::isNewOutage(const HostPort& service) {
  std::lock_guard lock(mutex);
  return unreachable.insert(service).second;
}

void ShuffleServiceLink::State::connectLater(const HostPort& service) {
  loop.postAfter(kReconnectWait, [weak = weak_from_this(), service] {
    const auto self = weak.lock();
    if (self == nullptr) return;
    std::unique_lock lock(self->mutex);
    if (self->ended) return;
    lock.unlock();
    self->connect(service);
  });
}

void ShuffleServiceLink::State::onClosed(const ConnectionPtr& connection, const std::string&) {
  std::shared_ptr<State> keeper;  // goes last
  HostPort again;
  {
    std::lock_guard lock(mutex);
    const auto kept = keepers.find(connection.get());
    if (kept == keepers.end()) return;
    keeper = std::move(kept->second);
    keepers.erase(kept);
    for (auto& [service, known] : services) {
      if (known != connection) continue;
      known.reset();
      again = service;
    }
  }
  connectLater(again);
}

std::vector<ConnectionPtr> ShuffleServiceLink::State::connections() {
  std::lock_guard lock(mutex);
  std::vector<ConnectionPtr> open;
  for (const auto& [service, connection] : services) {
    if (connection != nullptr) open.push_back(connection);
  }
  return open;
}

ShuffleServiceLink::ShuffleServiceLink(NetLoop& loop, NetOptions options)
    : state_(std::make_shared<State>(loop, std::move(options))) {}

ShuffleServiceLink::~ShuffleServiceLink() {
  {
    std::lock_guard lock(state_->mutex);
    state_->ended = true;
  }
  for (const auto& connection : state_->connections()) connection->close("the driver ends");
}

void ShuffleServiceLink::attach(const HostPort& service) {
  {
    std::lock_guard lock(state_->mutex);
    if (state_->ended || !state_->services.try_emplace(service).second) return;
  }
  state_->connect(service);
}

void ShuffleServiceLink::removeShuffle(int shuffleId) {
  for (const auto& connection : state_->connections()) {
    connection->send({message_kinds::kRemoveShuffle, encodeNumber(shuffleId), {}});
  }
}

void ShuffleServiceLink::endApplication(std::chrono::milliseconds deadline) {
  const auto until = std::chrono::steady_clock::now() + deadline;
  std::map<HostPort, ConnectionPtr> services;
  {
    std::lock_guard lock(state_->mutex);
    services = state_->services;
  }
  const auto left = [until] {
    const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    return std::max(time, std::chrono::milliseconds(1));
  };
  for (auto& [service, connection] : services) {
    try {
      // One that was restarted a moment ago may not have been reached again yet.
      if (connection == nullptr) connection = state_->loop.connect(service, state_->options, nullptr, left());
      connection->callAndWait({message_kinds::kEndApplication, {}, {}}, left());
    } catch (const Error& error) {
      logWarn("the shuffle service at " + service.text() + " did not remove its files: " + error.what());
    }
  }
}

}  // namespace ferro
