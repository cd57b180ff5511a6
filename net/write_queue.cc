#include "ferro/net/write_queue.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <arrow/buffer.h>

namespace ferro {
namespace {

// Below this a copy costs less than another piece.
constexpr size_t kSmallBody = 4 << 10;

}  // namespace

int64_t WriteQueue::size(const Piece& piece) {
  if (const auto* text = std::get_if<std::string>(&piece.content)) return static_cast<int64_t>(text->size());
  if (const auto* region = std::get_if<FileRegion>(&piece.content)) return region->length;
  return std::get<std::shared_ptr<arrow::Buffer>>(piece.content)->size();
}

void WriteQueue::add(Piece piece) {
  if (piece.isAnswer) answerBytes_ += size(piece);
  pieces_.push_back(std::move(piece));
}

void WriteQueue::push(FrameHeader header, std::string body, Payload payload) {
  header.bodyBytes = body.size();
  header.payloadBytes = static_cast<uint64_t>(payload.bytes());
  const bool isAnswer = header.type == FrameType::kAnswer || header.type == FrameType::kErrorAnswer;
  std::string first = encodeFrameHeader(header);
  if (body.size() <= kSmallBody) first += std::exchange(body, std::string());
  add({std::move(first), isAnswer});
  if (!body.empty()) add({std::move(body), isAnswer});
  for (const Payload::Part& part : payload.parts()) {
    std::visit([&](const auto& content) { add({content, isAnswer}); }, part);
  }
}

void WriteQueue::gather(size_t most, std::vector<Memory>& into) const {
  into.clear();
  for (const Piece& piece : pieces_) {
    if (into.size() == most || std::holds_alternative<FileRegion>(piece.content)) break;
    const auto* text = std::get_if<std::string>(&piece.content);
    const char* data =
        text != nullptr
            ? text->data()
            : reinterpret_cast<const char*>(std::get<std::shared_ptr<arrow::Buffer>>(piece.content)->data());
    const int64_t skipped = into.empty() ? frontSent_ : 0;
    into.push_back({data + skipped, static_cast<size_t>(size(piece) - skipped)});
  }
}

const FileRegion* WriteQueue::file() const {
  return pieces_.empty() ? nullptr : std::get_if<FileRegion>(&pieces_.front().content);
}

void WriteQueue::sent(size_t bytes) {
  auto left = static_cast<int64_t>(bytes);
  while (left > 0) {
    Piece& front = pieces_.front();
    auto* region = std::get_if<FileRegion>(&front.content);
    const int64_t inFront = size(front) - frontSent_;
    const int64_t taken = std::min(left, inFront);
    left -= taken;
    if (front.isAnswer) answerBytes_ -= taken;
    if (taken == inFront) {
      pieces_.pop_front();
      frontSent_ = 0;
    } else if (region != nullptr) {
      region->offset += taken;
      region->length -= taken;
    } else {
      frontSent_ += taken;
    }
  }
}

void WriteQueue::clear() {
  pieces_.clear();
  frontSent_ = 0;
  answerBytes_ = 0;
}

}  // namespace ferro
