// Sends a queue of messages over a stream: memory by gathered writes, files by sendfile, or piece by piece where the
// stream encrypts. Part of a connection; belongs to the loop's thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ferro/net/stream.h"
#include "ferro/net/write_queue.h"

namespace ferro {

class StreamWriter {
 public:
  // Who owns the writer and hears from it.
  class Owner {
   public:
    virtual ~Owner() = default;
    virtual std::shared_ptr<void> keepAlive() = 0;
    virtual void onWritten() = 0;  // something has gone out, perhaps all
    // peerLeft: the connection broke; else it is this side that cannot go on.
    virtual void onWriteFailed(const std::string& reason, bool peerLeft) = 0;
  };

  StreamWriter(Stream& stream, Owner& owner) : stream_(stream), owner_(owner) {}

  // Sent by the next flush(), so that several messages go out with one system call.
  void push(const FrameHeader& header, std::string body, Payload payload);
  void flush();
  bool isWriting() const { return writing_; }  // a write is under way that will call back
  bool empty() const { return queue_.empty(); }
  int64_t answerBytes() const { return queue_.answerBytes(); }
  // Sends no more. A write that is under way still calls back, as one that failed.
  void stop();

 private:
  void proceed();
  void writeMemory();
  void sendFile(const FileRegion& region);
  void writeFilePiece(const FileRegion& region);
  void waitUntilWritable();
  void finished(const error_code& error, size_t bytes);
  void fileTooShort();

  Stream& stream_;
  Owner& owner_;
  WriteQueue queue_;
  bool writing_ = false;
  bool stopped_ = false;
  std::vector<WriteQueue::Memory> memory_;
  std::vector<asio::const_buffer> buffers_;
  std::vector<char> filePiece_;  // of a file that is encrypted
};

}  // namespace ferro
