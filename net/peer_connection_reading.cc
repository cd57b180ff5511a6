#include <cstring>
#include <new>
#include <utility>

#include "ferro/net/incoming_request.h"
#include "ferro/net/peer_connection.h"

namespace ferro {

void PeerConnection::readMore() {
  readBuffers_.clear();
  try {
    for (const FrameReader::Space& space : reader_.space()) {
      if (space.size > 0) readBuffers_.emplace_back(space.data, space.size);
    }
  } catch (const std::bad_alloc&) {
    return endWithWarning("there is no memory for what it sends");
  }
  reading_ = true;
  lastRead_ = Clock::now();
  stream_->readSome(readBuffers_,
                    [self = shared_from_this()](const error_code& error, size_t bytes) { self->onRead(error, bytes); });
  watch();
}

void PeerConnection::onRead(const error_code& error, size_t bytes) {
  reading_ = false;
  if (state_ == State::kEnded) return release();
  if (error) return onBroken(error);
  // Whoever closes reads on, and forgets: a socket with unread bytes would tear down what was sent last.
  if (state_ != State::kOpen) return readMore();
  reader_.filled(bytes);
  takeFrames();
}

void PeerConnection::takeFrames() {
  try {
    while (state_ == State::kOpen) {
      if (!held_) held_ = reader_.next();
      if (!held_) break;
      if (mustHold(*held_)) return flush();
      take(*std::exchange(held_, std::nullopt));
      // Answers that were given at once count before the next request is looked at.
      runCommands();
    }
  } catch (const Error& error) {
    return endWithWarning(std::string("it sent ") + error.what());
  } catch (const std::bad_alloc&) {
    return endWithWarning("there is no memory for what it sends");
  }
  flush();
  if (state_ != State::kEnded && !reading_) readMore();
}

// Only requests: an answer brings nothing that must be sent back.
bool PeerConnection::mustHold(const Frame& frame) const {
  return frame.header.type == FrameType::kRequest && writer_->answerBytes() > options_.maxQueuedBytes;
}

void PeerConnection::take(Frame frame) {
  switch (frame.header.type) {
    case FrameType::kRequest:
    case FrameType::kOneWay: return takeMessage(std::move(frame));
    case FrameType::kAnswer:
    case FrameType::kErrorAnswer: return takeAnswer(std::move(frame));
    case FrameType::kCancel: return takeCancel(frame.header.id);
  }
}

void PeerConnection::takeMessage(Frame frame) {
  const uint64_t id = frame.header.id;
  if (id <= lastPeerId_) {
    throw Error(ErrorCode::kMalformedData, "the message " + std::to_string(id) + " a second time or out of order");
  }
  lastPeerId_ = id;
  const auto self = shared_from_this();
  if (frame.header.type == FrameType::kOneWay) {
    if (handler_ != nullptr) dispatchOneWay(*handler_, self, std::move(frame.message));
    return;
  }
  unanswered_.insert(id);
  const auto respond = [weak = weak_from_this(), id](Reply reply) {
    const std::shared_ptr<PeerConnection> connection = weak.lock();
    if (!connection) return;
    connection->enqueue(
        [raw = connection.get(), id, reply = std::move(reply)]() mutable { raw->answer(id, std::move(reply)); });
  };
  if (handler_ != nullptr) return dispatchRequest(*handler_, self, std::move(frame.message), respond);
  respond(Reply{{}, Error(ErrorCode::kInvalidArgument, "this process takes no requests on this connection")});
}

void PeerConnection::takeAnswer(Frame frame) {
  Reply answer;
  if (frame.header.type == FrameType::kErrorAnswer) answer.error = decodeError(frame.message.body);
  else answer.message = std::move(frame.message);
  if (const std::optional<OnReply> onReply = calls_.takeAnswered(frame.header.id)) reply(*onReply, std::move(answer));
}

// Every request gets one answer, so that the peer can forget it: a cancelled one gets this.
void PeerConnection::takeCancel(uint64_t id) {
  if (id > lastPeerId_) {
    throw Error(ErrorCode::kMalformedData,
                "a cancellation of the request " + std::to_string(id) + " that it never made");
  }
  answer(id, Reply{{}, Error(ErrorCode::kCancelled, "cancelled by the one who asked")});
}

void PeerConnection::onBroken(const error_code& error) {
  // TLS found that bytes were changed on the way, or are no TLS: that is more than a peer that leaves.
  if (std::strcmp(error.category().name(), "asio.ssl") == 0) return endWithWarning("TLS failed: " + error.message());
  const bool left = error == asio::error::eof || std::strcmp(error.category().name(), "asio.ssl.stream") == 0;
  end(left ? "the peer closed it" : error.message());
}

}  // namespace ferro
