#include "ferro/shuffle/writer_spill.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/blockmanager/sealed_bytes.h"
#include "ferro/common/error.h"
#include "ferro/shuffle/checksum.h"
#include "ferro/shuffle/usable_directory.h"

namespace ferro {
namespace {

constexpr int64_t kCopyBytes = 256 << 10;

}  // namespace

WriterSpill::WriterSpill(const LocalDirs& localDirs, const ShuffleOptions& options, arrow::MemoryPool* pool,
                         std::string name)
    : localDirs_(localDirs), options_(options), pool_(pool), name_(std::move(name)) {}

int64_t WriterSpill::write(std::span<const ReducerBatch> batches) {
  std::vector<Piece> pass;
  if (files_.empty() || !appendPass(batches, pass)) pass = writePassToNewFile(batches);
  int64_t bytes = 0;
  for (const Piece& piece : pass) bytes += piece.segment.length;
  pieces_.insert(pieces_.end(), pass.begin(), pass.end());
  return bytes;
}

// False when the directory of the last file takes no more.
bool WriterSpill::appendPass(std::span<const ReducerBatch> batches, std::vector<Piece>& pass) {
  try {
    pass = writePass(*files_.back(), files_.size() - 1, batches);
    return true;
  } catch (const Error& error) {
    if (!isFaultOfDirectory(error)) throw;
    return false;
  }
}

std::vector<WriterSpill::Piece> WriterSpill::writePassToNewFile(std::span<const ReducerBatch> batches) {
  const std::string fileName = name_ + "_" + std::to_string(files_.size()) + ".spill";
  return inUsableDirectory(localDirs_, fileName, [&](const std::string& path) {
    const ShuffleCodec codec = options_.spillCompress ? options_.codec : ShuffleCodec::kNone;
    auto file = std::make_unique<SegmentWriter>(path, options_, codec, pool_, localDirs_.key());
    std::vector<Piece> pass = writePass(*file, files_.size(), batches);
    files_.push_back(std::move(file));
    return pass;
  });
}

std::vector<WriterSpill::Piece> WriterSpill::writePass(SegmentWriter& file, size_t fileNumber,
                                                       std::span<const ReducerBatch> batches) const {
  std::vector<Piece> pass;
  for (size_t i = 0; i < batches.size(); ++i) {
    file.append(*batches[i].batch);
    const bool isLast = i + 1 == batches.size() || batches[i + 1].reducer != batches[i].reducer;
    if (isLast) pass.push_back({batches[i].reducer, static_cast<int>(fileNumber), file.endSegment()});
  }
  // A full disk must show here, while the batches are still in memory.
  file.file().flush();
  return pass;
}

void WriterSpill::sortByReducer() {
  const auto place = [](const Piece& piece) { return std::tuple(piece.reducer, piece.file, piece.segment.offset); };
  std::sort(pieces_.begin(), pieces_.end(), [&](const Piece& a, const Piece& b) { return place(a) < place(b); });
}

void WriterSpill::copyTo(int reducer, SegmentWriter& output) {
  auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), reducer,
                                [](const Piece& a, int wanted) { return a.reducer < wanted; });
  for (; piece != pieces_.end() && piece->reducer == reducer; ++piece) {
    localDirs_.key() == nullptr ? copyPiece(*piece, output) : copySealedPiece(*piece, output);
  }
}

// The bytes are checked on their way: a checksum taken of what was damaged meanwhile would make it look right for good.
void WriterSpill::copyPiece(const Piece& piece, SegmentWriter& output) {
  copyBuffer_.resize(static_cast<size_t>(kCopyBytes));
  const OutputFile& file = files_[static_cast<size_t>(piece.file)]->file();
  Checksum checksum;
  for (int64_t done = 0; done < piece.segment.length;) {
    const int64_t size = std::min(kCopyBytes, piece.segment.length - done);
    file.readBack(piece.segment.offset + done, copyBuffer_.data(), size);
    if (options_.checksum) checksum.update(copyBuffer_.data(), static_cast<size_t>(size));
    output.appendEncoded(copyBuffer_.data(), size);
    done += size;
  }
  if (options_.checksum && checksum.digest() != piece.segment.checksum) {
    throw Error(ErrorCode::kMalformedData, "spilled shuffle data " + file.path() + " do not match their checksum");
  }
}

// A segment of the output is encrypted as a whole, so what it is made of is decrypted first. That shows damage too.
void WriterSpill::copySealedPiece(const Piece& piece, SegmentWriter& output) {
  copyBuffer_.resize(static_cast<size_t>(Unsealer::kMaxPieceBytes));
  plainBuffer_.resize(static_cast<size_t>(Unsealer::kMaxPieceBytes));
  const OutputFile& file = files_[static_cast<size_t>(piece.file)]->file();
  Unsealer unsealer(localDirs_.key(), piece.segment.length);
  for (int64_t offset = piece.segment.offset; unsealer.nextSealedBytes() > 0;) {
    const int64_t sealedBytes = unsealer.nextSealedBytes();
    const int64_t plainBytes = unsealer.nextPlainBytes();
    file.readBack(offset, copyBuffer_.data(), sealedBytes);
    try {
      unsealer.unseal(reinterpret_cast<const uint8_t*>(copyBuffer_.data()), plainBuffer_.data());
    } catch (const Error& error) {
      throw Error(error.code(), "spilled shuffle data " + file.path() + ": " + error.what());
    }
    output.appendEncoded(plainBuffer_.data(), plainBytes);
    offset += sealedBytes;
  }
}

}  // namespace ferro
