// A block is what moves and rests in Ferro: one or more record batches of one schema, under an id. In memory, text may
// lie as a dictionary in some of the batches; in files and on the way to others it is plain. Blocks are immutable and
// shared by shared_ptr<const Block>; any thread may read one.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

namespace ferro {

// Names are Spark's: rdd_R_P, broadcast_B_pieceN, taskresult_T.
struct BlockId {
  std::string name;

  static BlockId rdd(int rdd, int partition);
  static BlockId broadcast(int64_t broadcast);
  static BlockId broadcastPiece(int64_t broadcast, int64_t piece);
  static BlockId taskResult(int64_t task);
  // The Rdd this is a partition of, if it is one.
  std::optional<int> rddId() const;
  struct RddPartition {
    int rdd;
    int partition;
  };
  std::optional<RddPartition> rddPartition() const;

  auto operator<=>(const BlockId&) const = default;
};

class Block {
 public:
  explicit Block(std::vector<std::shared_ptr<arrow::RecordBatch>> batches);
  // The block keeps `claim` alive: whatever accounts for its memory lasts as long as its last reader.
  Block(std::vector<std::shared_ptr<arrow::RecordBatch>> batches, std::shared_ptr<const void> claim);
  // Of batches that are not in memory yet: their size is told, not looked up.
  Block(std::vector<std::shared_ptr<arrow::RecordBatch>> batches, int64_t bytes);
  ~Block();

  const std::vector<std::shared_ptr<arrow::RecordBatch>>& batches() const { return batches_; }
  int64_t rows() const { return rows_; }
  // Size of the buffers that the batches refer to.
  int64_t bytes() const { return bytes_; }

 private:
  std::shared_ptr<const void> claim_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  int64_t rows_ = 0;
  int64_t bytes_ = 0;
};

// What the batches have in common: an empty schema of a block without any.
std::shared_ptr<arrow::Schema> plainSchemaOf(const Block& block);

}  // namespace ferro

template <>
struct std::hash<ferro::BlockId> {
  size_t operator()(const ferro::BlockId& id) const noexcept { return std::hash<std::string>()(id.name); }
};
