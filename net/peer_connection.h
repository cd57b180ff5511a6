// The one kind of Connection: an authenticated stream, the messages that wait to go out, and the requests that wait for
// answers. Private to this room. What Connection declares may be called by any thread and is done on the loop's thread,
// in order; all else belongs to that thread.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "ferro/net/call_table.h"
#include "ferro/net/connection.h"
#include "ferro/net/frame_reader.h"
#include "ferro/net/loop_core.h"
#include "ferro/net/net_options.h"
#include "ferro/net/stream.h"
#include "ferro/net/stream_writer.h"

namespace ferro {

class PeerConnection final : public Connection,
                             public LoopMember,
                             public std::enable_shared_from_this<PeerConnection>,
                             private StreamWriter::Owner {
 public:
  using OnEnded = std::function<void(PeerConnection* connection)>;

  // onEnded may be null.
  PeerConnection(LoopCore& core, std::unique_ptr<Stream> stream, const NetOptions& options, HostPort peer,
                 MessageHandler* handler, OnEnded onEnded);
  void start();
  void endNow(const std::string& reason) override { end(reason); }

  CallId call(Message request, std::chrono::milliseconds deadline, OnReply onReply) override;
  void cancel(CallId call) override;
  void send(Message message) override;
  void close(const std::string& reason) override;
  // See body_limit.h.
  void setMaxBodyBytes(int64_t bytes);
  bool isOpen() const override { return open_; }
  const HostPort& peer() const override { return peer_; }

 private:
  enum class State {
    kOpen,
    kFlushing,   // close() was called: what was sent before goes out
    kLingering,  // all has gone out; until the peer closes too, or a second has passed, it may still read
    kEnded,
  };
  using Command = std::function<void()>;
  using Clock = std::chrono::steady_clock;

  // peer_connection.cc: from any thread
  uint64_t enqueueWithId(const std::function<Command(uint64_t id)>& make);
  void enqueue(Command command);
  void schedule();
  void drain();
  void runCommands();

  void beginCall(uint64_t id, Message request, Clock::time_point deadline, std::chrono::milliseconds limit,
                 OnReply onReply);
  void giveUp(uint64_t id, const Error& error);
  void answer(uint64_t id, Reply reply);
  void beginClosing(const std::string& reason);
  void push(FrameType type, uint64_t id, Message message);
  void flush();
  std::optional<Error> tooLarge(const Message& message) const;
  void failCalls(const std::string& reason);
  static void reply(const OnReply& onReply, Reply reply);

  // peer_connection_reading.cc
  void readMore();
  void onRead(const error_code& error, size_t bytes);
  void takeFrames();
  void take(Frame frame);
  void takeMessage(Frame frame);
  void takeAnswer(Frame frame);
  void takeCancel(uint64_t id);
  bool mustHold(const Frame& frame) const;
  void onBroken(const error_code& error);

  // peer_connection_ending.cc
  std::shared_ptr<void> keepAlive() override { return shared_from_this(); }
  void onWritten() override;
  void onWriteFailed(const std::string& reason, bool peerLeft) override;
  void watch();
  void onWatch();
  bool isMidFrame() const { return state_ == State::kOpen && reading_ && reader_.midFrame(); }
  void linger();
  void endWithWarning(const std::string& reason);
  void end(const std::string& reason);
  void tellHandler(const std::string& reason);
  void release();

  LoopCore& core_;                      // for the loop's thread
  const std::weak_ptr<LoopCore> loop_;  // for others, who may come after it
  const NetOptions options_;
  const HostPort peer_;
  MessageHandler* const handler_;
  OnEnded onEnded_;
  std::atomic<bool> open_{true};
  std::atomic<int64_t> maxBodyBytes_;

  std::mutex mutex_;
  std::vector<Command> commands_;
  bool scheduled_ = false;
  uint64_t lastId_ = 0;

  State state_ = State::kOpen;
  std::string closeReason_;
  bool releasing_ = false;
  std::unique_ptr<Stream> stream_;
  std::unique_ptr<StreamWriter> writer_;
  FrameReader reader_;
  std::vector<asio::mutable_buffer> readBuffers_;
  bool reading_ = false;
  std::optional<Frame> held_;  // a request that is not taken before the peer has taken some answers
  CallTable calls_;
  std::unordered_set<uint64_t> unanswered_;  // requests of the peer that its handler has
  uint64_t lastPeerId_ = 0;
  std::optional<asio::steady_timer> timer_;
  bool watching_ = false;
  Clock::time_point watchAt_;
  Clock::time_point lastRead_;
  Clock::time_point lastWritten_;
};

}  // namespace ferro
