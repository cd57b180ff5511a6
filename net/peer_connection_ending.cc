#include <algorithm>
#include <chrono>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/log.h"
#include "ferro/net/peer_connection.h"

namespace ferro {
namespace {

constexpr std::chrono::seconds kLinger{1};
// A timer that expires so late waited for the process, not for a peer.
constexpr std::chrono::seconds kOwnStall{2};

}  // namespace

void PeerConnection::onWritten() {
  lastWritten_ = Clock::now();
  if (state_ == State::kFlushing && writer_->empty()) linger();
  if (state_ == State::kOpen && held_ && !mustHold(*held_)) takeFrames();
}

void PeerConnection::onWriteFailed(const std::string& reason, bool peerLeft) {
  if (state_ == State::kEnded) return release();
  if (peerLeft) end(reason);
  else endWithWarning(reason);
}

// One timer, set anew only when it expires, watches over all reads and writes.
void PeerConnection::watch() {
  if (watching_ || state_ == State::kEnded || state_ == State::kLingering) return;
  const bool midFrame = isMidFrame();
  if (!writer_->isWriting() && !midFrame) return;
  watching_ = true;
  Clock::time_point since = Clock::time_point::max();
  if (writer_->isWriting()) since = lastWritten_;
  if (midFrame) since = std::min(since, lastRead_);
  watchAt_ = since + options_.stallTimeout;
  timer_->expires_at(watchAt_);
  timer_->async_wait([weak = weak_from_this()](const error_code& error) {
    const std::shared_ptr<PeerConnection> self = weak.lock();
    if (self && !error) self->onWatch();
  });
}

void PeerConnection::onWatch() {
  watching_ = false;
  if (state_ == State::kEnded || state_ == State::kLingering) return;
  // A process that was stopped itself could read and write nothing; its peers get that time again.
  const Clock::duration late = Clock::now() - watchAt_;
  if (late > kOwnStall) {
    lastRead_ += late;
    lastWritten_ += late;
    return watch();
  }
  const Clock::time_point longAgo = Clock::now() - options_.stallTimeout;
  const std::string limit = std::to_string(options_.stallTimeout.count()) + " ms";
  if (writer_->isWriting() && lastWritten_ <= longAgo) {
    return endWithWarning("it took nothing of what it was sent for " + limit);
  }
  if (isMidFrame() && lastRead_ <= longAgo) {
    return endWithWarning("it stopped in the middle of a message for " + limit);
  }
  watch();
}

void PeerConnection::beginClosing(const std::string& reason) {
  if (state_ != State::kOpen) return;
  const auto self = shared_from_this();
  flush();
  state_ = State::kFlushing;
  open_ = false;
  held_.reset();
  unanswered_.clear();
  closeReason_ = reason;
  failCalls(reason);
  if (state_ != State::kFlushing) return;
  if (!reading_) readMore();
  if (!writer_->isWriting()) linger();
}

void PeerConnection::linger() {
  state_ = State::kLingering;
  error_code ignored;
  stream_->socket().shutdown(tcp::socket::shutdown_send, ignored);
  timer_->expires_after(kLinger);
  timer_->async_wait([weak = weak_from_this()](const error_code& error) {
    const std::shared_ptr<PeerConnection> self = weak.lock();
    if (self && !error) self->end(self->closeReason_);
  });
}

void PeerConnection::endWithWarning(const std::string& reason) {
  if (state_ == State::kEnded) return;
  logWarn("closed the connection with " + peer_.text() + ": " + reason);
  end(reason);
}

void PeerConnection::end(const std::string& reason) {
  if (state_ == State::kEnded) return;
  const auto self = shared_from_this();
  const std::string why = state_ == State::kOpen ? reason : closeReason_;
  state_ = State::kEnded;
  open_ = false;
  timer_.reset();
  error_code ignored;
  stream_->socket().close(ignored);
  writer_->stop();
  held_.reset();
  unanswered_.clear();
  core_.remove(this);
  failCalls(why);
  tellHandler(why);
  if (const OnEnded onEnded = std::exchange(onEnded_, nullptr)) onEnded(this);
  release();
}

void PeerConnection::tellHandler(const std::string& reason) {
  if (handler_ == nullptr) return;
  try {
    handler_->onClosed(shared_from_this(), reason);
  } catch (...) {
    logContained("what was to be done at the end of a connection");
  }
}

// The stream must go before its loop, whoever still holds the connection; but not while it calls back, hence later.
void PeerConnection::release() {
  if (reading_ || writer_->isWriting() || releasing_) return;
  releasing_ = true;
  asio::post(core_.io, [self = shared_from_this()] {
    self->writer_.reset();
    self->stream_.reset();
  });
}

}  // namespace ferro
