#include "ferro/net/peer_connection.h"

#include <exception>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/own_error.h"
#include "ferro/net/body_limit.h"

namespace ferro {
namespace {

FrameLimits limitsOf(const NetOptions& options) {
  return {static_cast<uint64_t>(options.maxBodyBytes), static_cast<uint64_t>(options.maxPayloadBytes)};
}

}  // namespace

PeerConnection::PeerConnection(LoopCore& core, std::unique_ptr<Stream> stream, const NetOptions& options, HostPort peer,
                               MessageHandler* handler, OnEnded onEnded)
    : core_(core),
      loop_(core.weak_from_this()),
      options_(options),
      peer_(std::move(peer)),
      handler_(handler),
      onEnded_(std::move(onEnded)),
      maxBodyBytes_(options.maxBodyBytes),
      stream_(std::move(stream)),
      writer_(std::make_unique<StreamWriter>(*stream_, static_cast<StreamWriter::Owner&>(*this))),
      reader_(limitsOf(options)),
      timer_(core.io) {}

void PeerConnection::start() {
  core_.add(shared_from_this());
  if (state_ == State::kOpen) readMore();
}

Connection::CallId PeerConnection::call(Message request, std::chrono::milliseconds deadline, OnReply onReply) {
  if (std::optional<Error> error = tooLarge(request)) {
    return enqueueWithId([&](uint64_t) -> Command {
      return [onReply = std::move(onReply), error = *std::move(error)] { reply(onReply, Reply{{}, error}); };
    });
  }
  const Clock::time_point at = Clock::now() + deadline;
  return enqueueWithId([&](uint64_t id) -> Command {
    return [this, id, at, deadline, request = std::move(request), onReply = std::move(onReply)]() mutable {
      beginCall(id, std::move(request), at, deadline, std::move(onReply));
    };
  });
}

void PeerConnection::cancel(CallId call) {
  enqueue(
      [this, call] { giveUp(call, Error(ErrorCode::kCancelled, "the call to " + peer_.text() + " was cancelled")); });
}

void PeerConnection::send(Message message) {
  if (const std::optional<Error> error = tooLarge(message)) throw Error(*error);
  enqueueWithId([&](uint64_t id) -> Command {
    return [this, id, message = std::move(message)]() mutable { push(FrameType::kOneWay, id, std::move(message)); };
  });
}

void PeerConnection::close(const std::string& reason) {
  open_ = false;
  enqueue([this, reason] { beginClosing(reason); });
}

void PeerConnection::setMaxBodyBytes(int64_t bytes) {
  maxBodyBytes_ = bytes;
  enqueue([this, bytes] { reader_.setMaxBodyBytes(static_cast<uint64_t>(bytes)); });
}

void setMaxBodyBytes(Connection& connection, int64_t bytes) {
  dynamic_cast<PeerConnection&>(connection).setMaxBodyBytes(bytes);
}

uint64_t PeerConnection::enqueueWithId(const std::function<Command(uint64_t)>& make) {
  uint64_t id = 0;
  {
    // The id is given where the place in the queue is: ids on the wire only grow.
    std::lock_guard lock(mutex_);
    id = ++lastId_;
    commands_.push_back(make(id));
    if (std::exchange(scheduled_, true)) return id;
  }
  schedule();
  return id;
}

void PeerConnection::enqueue(Command command) {
  {
    std::lock_guard lock(mutex_);
    commands_.push_back(std::move(command));
    if (std::exchange(scheduled_, true)) return;
  }
  schedule();
}

void PeerConnection::schedule() {
  // Without a loop everything has ended, and drain() only says so.
  if (const std::shared_ptr<LoopCore> loop = loop_.lock()) {
    asio::post(loop->io, [self = shared_from_this()] { self->drain(); });
  } else {
    drain();
  }
}

void PeerConnection::drain() {
  runCommands();
  flush();
}

void PeerConnection::runCommands() {
  std::vector<Command> commands;
  {
    std::lock_guard lock(mutex_);
    commands.swap(commands_);
    scheduled_ = false;
  }
  for (Command& command : commands) command();
}

void PeerConnection::beginCall(uint64_t id, Message request, Clock::time_point deadline,
                               std::chrono::milliseconds limit, OnReply onReply) {
  if (state_ != State::kOpen) {
    return reply(onReply, Reply{{}, Error(ErrorCode::kNetwork, "the connection with " + peer_.text() + " is closed")});
  }
  calls_.add(core_.io, id, deadline, std::move(onReply), [weak = weak_from_this(), id, limit] {
    const std::shared_ptr<PeerConnection> self = weak.lock();
    if (!self) return;
    self->giveUp(id, Error(ErrorCode::kNetwork,
                           self->peer_.text() + " did not answer within " + std::to_string(limit.count()) + " ms"));
    self->flush();
  });
  push(FrameType::kRequest, id, std::move(request));
}

void PeerConnection::giveUp(uint64_t id, const Error& error) {
  const std::optional<OnReply> onReply = calls_.giveUp(id);
  if (!onReply) return;
  push(FrameType::kCancel, id, {});
  reply(*onReply, Reply{{}, error});
}

void PeerConnection::answer(uint64_t id, Reply reply) {
  if (unanswered_.erase(id) == 0) return;  // cancelled, or the connection has ended
  if (!reply.error) reply.error = tooLarge(reply.message);
  if (!reply.error) return push(FrameType::kAnswer, id, std::move(reply.message));
  push(FrameType::kErrorAnswer, id, Message{0, encodeError(*reply.error), {}});
}

void PeerConnection::push(FrameType type, uint64_t id, Message message) {
  if (state_ != State::kOpen) return;
  FrameHeader header;
  header.type = type;
  header.kind = message.kind;
  header.id = id;
  writer_->push(header, std::move(message.body), std::move(message.payload));
}

void PeerConnection::flush() {
  if (state_ == State::kEnded || writer_->isWriting() || writer_->empty()) return;
  lastWritten_ = Clock::now();
  writer_->flush();
  watch();
}

std::optional<Error> PeerConnection::tooLarge(const Message& message) const {
  const int64_t maxBodyBytes = maxBodyBytes_;
  if (static_cast<int64_t>(message.body.size()) > maxBodyBytes) {
    return Error(ErrorCode::kInvalidArgument, "a message of " + std::to_string(message.body.size()) +
                                                  " bytes is larger than ferro.rpc.message.maxSize allows (" +
                                                  std::to_string(maxBodyBytes) + "); raise it");
  }
  if (message.payload.bytes() > options_.maxPayloadBytes) {
    return Error(ErrorCode::kInvalidArgument, "a payload of " + std::to_string(message.payload.bytes()) +
                                                  " bytes is larger than one message may carry (" +
                                                  std::to_string(options_.maxPayloadBytes) + ")");
  }
  return std::nullopt;
}

void PeerConnection::failCalls(const std::string& reason) {
  for (const OnReply& onReply : calls_.takeAll()) {
    reply(onReply, Reply{{}, Error(ErrorCode::kNetwork, "the connection with " + peer_.text() + " ended: " + reason)});
  }
}

// Somebody else's mistake must not end a connection that others use too.
void PeerConnection::reply(const OnReply& onReply, Reply reply) {
  try {
    reply.error = ownCopy(reply.error);
    onReply(std::move(reply));
  } catch (...) {
    logContained("what was to be done with an answer");
  }
}

}  // namespace ferro
