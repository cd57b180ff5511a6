#include "ferro/shuffle/output_check.h"

#include <algorithm>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/net/message.h"
#include "ferro/shuffle/checksum.h"
#include "ferro/shuffle/file_io.h"

namespace ferro {
namespace {

constexpr int64_t kCheckedBytes = 1 << 20;

}  // namespace

void checkMapOutput(const std::string& dataPath, const MapOutputIndex& index) {
  const auto file = OpenFile::open(dataPath);
  if (file->size() < index.dataBytes()) {
    throw Error(ErrorCode::kMalformedData, "shuffle data " + dataPath + " end at byte " + std::to_string(file->size()) +
                                               " instead of " + std::to_string(index.dataBytes()));
  }
  if (!index.hasChecksums()) return;
  std::vector<char> piece(static_cast<size_t>(std::min(kCheckedBytes, index.dataBytes())));
  for (int reducer = 0; reducer < index.numReducers(); ++reducer) {
    const Segment segment = index.segment(reducer);
    if (segment.length == 0) continue;
    Checksum checksum;
    for (int64_t done = 0; done < segment.length;) {
      const int64_t size = std::min(kCheckedBytes, segment.length - done);
      readFully(file->descriptor(), dataPath, segment.offset + done, piece.data(), size);
      checksum.update(piece.data(), static_cast<size_t>(size));
      done += size;
    }
    if (checksum.digest() != segment.checksum) {
      throw Error(ErrorCode::kMalformedData, "the segment of reducer " + std::to_string(reducer) + " in shuffle data " +
                                                 dataPath + " does not match its checksum");
    }
  }
}

}  // namespace ferro
