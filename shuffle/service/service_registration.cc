#include "ferro/shuffle/service/service_registration.h"

#include <condition_variable>
#include <limits>
#include <mutex>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/log.h"

namespace ferro {
namespace {

constexpr std::chrono::milliseconds kRegistrationDeadline{10'000};
constexpr std::chrono::milliseconds kTryAgain{1'000};

}  // namespace

// Handles the connection's end, so the connection keeps it alive until it has told of it.
struct ServiceRegistration::State final : public MessageHandler, public std::enable_shared_from_this<State> {
  State(NetLoop& netLoop, Access howToReach, RegisterExecutor what, std::string ownHost, OnChange hear)
      : loop(netLoop),
        access(std::move(howToReach)),
        registration(std::move(what)),
        host(std::move(ownHost)),
        onChange(std::move(hear)) {}

  void tryNow();
  void onConnected(const ConnectionPtr& made, const std::optional<Error>& error);
  void onRegistered(const ConnectionPtr& made, Reply reply);
  void failed(const std::string& why);
  void change(std::optional<ExecutorPlace> now);

  void onMessage(const ConnectionPtr&, Message, Responder responder) override {
    responder.fail(Error(ErrorCode::kInvalidArgument, "an executor answers no shuffle service"));
  }
  void onClosed(const ConnectionPtr& closed, const std::string& reason) override;

  NetLoop& loop;
  const Access access;
  RegisterExecutor registration;  // the loop's thread only
  const std::string host;

  std::mutex mutex;  // held while onChange runs
  const OnChange onChange;
  std::condition_variable tried;
  bool hasTried = false;
  bool ended = false;
  bool isOut = false;  // an outage that was logged
  std::optional<ExecutorPlace> place;
  ConnectionPtr connection;
  std::shared_ptr<State> keeper;  // this, while the connection may call
};

void ServiceRegistration::State::tryNow() {
  {
    std::lock_guard lock(mutex);
    if (ended) return;
  }
  try {
    const ShuffleServiceAccess now = access();
    NetOptions options = now.net;
    options.authenticate = true;
    options.secret = now.secret;
    loop.connectAsync(now.address, options, this, kRegistrationDeadline,
                      [self = shared_from_this()](const ConnectionPtr& made, const std::optional<Error>& error) {
                        self->onConnected(made, error);
                      });
  } catch (const Error& error) {
    failed(error.what());
  }
}

void ServiceRegistration::State::onConnected(const ConnectionPtr& made, const std::optional<Error>& error) {
  if (error) return failed(error->what());
  {
    std::lock_guard lock(mutex);
    connection = made;
    keeper = shared_from_this();
    if (ended) return made->close("the executor ends");
  }
  made->call({message_kinds::kRegisterExecutor, encodeRegisterExecutor(registration), {}}, kRegistrationDeadline,
             [self = shared_from_this(), made](Reply reply) { self->onRegistered(made, std::move(reply)); });
}

void ServiceRegistration::State::onRegistered(const ConnectionPtr& made, Reply reply) {
  try {
    const int port = decodeNumber(reply.take().body, std::numeric_limits<uint16_t>::max());
    registration.port = port;
    change(ExecutorPlace{registration.executorId, host, static_cast<uint16_t>(port)});
  } catch (const Error& error) {
    made->close(error.what());  // onClosed() tries again
  }
}

void ServiceRegistration::State::onClosed(const ConnectionPtr& closed, const std::string& reason) {
  std::shared_ptr<State> last;  // goes after the lock
  {
    std::lock_guard lock(mutex);
    if (connection != closed) return;
    connection.reset();
    last = std::move(keeper);
  }
  failed(reason);
}

void ServiceRegistration::State::failed(const std::string& why) {
  bool isNew = false;
  {
    std::lock_guard lock(mutex);
    if (ended) return;
    isNew = !std::exchange(isOut, true);
  }
  if (isNew) logWarn("there is no shuffle service; this executor serves its map outputs itself until then: " + why);
  change(std::nullopt);
  loop.postAfter(kTryAgain, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->tryNow();
  });
}

void ServiceRegistration::State::change(std::optional<ExecutorPlace> now) {
  std::lock_guard lock(mutex);
  if (ended) return;
  if (now) isOut = false;
  const bool isNew = place != now || !hasTried;
  place = std::move(now);
  hasTried = true;
  if (isNew) contain("a change of shuffle service", [this] { onChange(place); });
  tried.notify_all();
}

ServiceRegistration::ServiceRegistration(NetLoop& loop, Access access, RegisterExecutor registration, std::string host,
                                         OnChange onChange)
    : state_(std::make_shared<State>(loop, std::move(access), std::move(registration), std::move(host),
                                     std::move(onChange))) {
  loop.post([state = state_] { state->tryNow(); });
}

ServiceRegistration::~ServiceRegistration() {
  ConnectionPtr open;
  {
    std::lock_guard lock(state_->mutex);
    state_->ended = true;
    open = state_->connection;
  }
  if (open != nullptr) open->close("the executor ends");
}

std::optional<ExecutorPlace> ServiceRegistration::awaitFirstTry(std::chrono::milliseconds limit) {
  std::unique_lock lock(state_->mutex);
  state_->tried.wait_for(lock, limit, [this] { return state_->hasTried; });
  return state_->place;
}

}  // namespace ferro
