// What a shuffle writer put on disk before its commit: passes of segments, each pass in the order of reducers. The
// files go with the object. Owned by the writer; one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/shuffle/memory_map_output.h"
#include "ferro/shuffle/segment.h"
#include "ferro/shuffle/segment_writer.h"
#include "ferro/shuffle/shuffle_options.h"

namespace ferro {

class LocalDirs;

class WriterSpill {
 public:
  WriterSpill(const LocalDirs& localDirs, const ShuffleOptions& options, arrow::MemoryPool* pool, std::string name);

  bool empty() const { return pieces_.empty(); }

  // Writes one pass; the batches are in the order of their reducers. Returns the bytes written.
  int64_t write(std::span<const ReducerBatch> batches);

  // To be called before copyTo, after the last pass.
  void sortByReducer();
  // Appends what all passes have for the reducer, the oldest pass first.
  void copyTo(int reducer, SegmentWriter& output);

 private:
  struct Piece {
    int reducer;
    int file;
    Segment segment;
  };

  bool appendPass(std::span<const ReducerBatch> batches, std::vector<Piece>& pass);
  std::vector<Piece> writePassToNewFile(std::span<const ReducerBatch> batches);
  std::vector<Piece> writePass(SegmentWriter& file, size_t fileNumber, std::span<const ReducerBatch> batches) const;
  void copyPiece(const Piece& piece, SegmentWriter& output);
  void copySealedPiece(const Piece& piece, SegmentWriter& output);

  const LocalDirs& localDirs_;
  const ShuffleOptions options_;
  arrow::MemoryPool* const pool_;
  const std::string name_;
  std::vector<std::unique_ptr<SegmentWriter>> files_;  // a further one only when a directory took no more
  std::vector<Piece> pieces_;
  std::vector<char> copyBuffer_;
  std::vector<uint8_t> plainBuffer_;
};

}  // namespace ferro
