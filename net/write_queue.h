// Messages that wait to be sent to one peer, as pieces of memory and of files in the order in which they go out.
// Nothing is copied but headers and small bodies. Knows no sockets; belongs to one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/net/frame.h"
#include "ferro/net/message.h"

namespace ferro {

class WriteQueue {
 public:
  struct Memory {
    const char* data = nullptr;
    size_t size = 0;
  };

  // Fills in the header's lengths.
  void push(FrameHeader header, std::string body, Payload payload);

  bool empty() const { return pieces_.empty(); }
  // The memory at the front, at most `most` pieces; empty when a file is there.
  void gather(size_t most, std::vector<Memory>& into) const;
  // What is left of the file region at the front, or null when there is memory.
  const FileRegion* file() const;
  // So many bytes of the front have gone out.
  void sent(size_t bytes);
  void clear();

  // Of answers that have not gone out yet.
  int64_t answerBytes() const { return answerBytes_; }

 private:
  struct Piece {
    std::variant<std::string, std::shared_ptr<arrow::Buffer>, FileRegion> content;
    bool isAnswer;
  };
  static int64_t size(const Piece& piece);
  void add(Piece piece);

  std::deque<Piece> pieces_;
  int64_t frontSent_ = 0;  // of the front piece's memory; a region at the front shrinks instead
  int64_t answerBytes_ = 0;
};

}  // namespace ferro
