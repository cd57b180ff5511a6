// Joins: rows of two nodes that have equal keys, through a hash table of one side. Without keys, all pairs of rows.
// Null equals nothing. Driver threads call these.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ferro/engine/broadcast.h"
#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/exec/join_type.h"
#include "ferro/engine/expr/expr.h"

namespace ferro {

// Which columns of each side come out.
struct JoinColumns {
  std::vector<int> left{};
  std::vector<int> right{};  // none of semi and anti joins
};

// What is joined and how. Keys are columns of each side, of the same types in the same order. Travels.
struct JoinSpec {
  JoinType type = JoinType::kInner;
  std::vector<int> leftKeys{};
  std::vector<int> rightKeys{};
  bool buildLeft = false;             // which side the table is made of
  std::vector<ExprPtr> conditions{};  // what else must hold of a pair: bound to the left columns, then the right ones
  bool nullsEqual = false;            // null equals null, as in intersect and except
  std::optional<JoinColumns> columns{};  // all, where nothing is said
};

// The same, with all columns where it names none: what nodes are made of.
JoinSpec withColumns(JoinSpec spec, const arrow::Schema& left, const arrow::Schema& right);

// The columns of the left side, then, but for semi and anti joins, those of the right, as far as they are wanted.
// Columns of a side that may be missing are nullable.
std::shared_ptr<arrow::Schema> joinSchema(const JoinSpec& spec, const arrow::Schema& left, const arrow::Schema& right);

// Partition by partition: both sides are spread by their keys in the same way.
BatchNodePtr shuffledJoin(const SessionPtr& session, const BatchNodePtr& left, const BatchNodePtr& right,
                          const JoinSpec& spec);

class JoinTable;

// One side of a join as every executor has it: rows, and the hash table over them, which is made once in each process
// by the first task that needs it. Immutable but for that; any thread.
class BroadcastSide {
 public:
  BroadcastSide(std::shared_ptr<const arrow::Table> table, std::vector<int> keys);

  const std::shared_ptr<const arrow::Table>& table() const;
  const std::vector<int>& keys() const;
  const JoinTable& joinTable() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

template <>
struct Codec<BroadcastSide> {
  static void encode(Encoder& encoder, const BroadcastSide& side);
  static BroadcastSide decode(Decoder& decoder);
};

// `side` is the side that spec.buildLeft names. Where rows of that side are kept without a match, or, for semi and anti
// joins, where they are the result, `rows` has one partition.
BatchNodePtr broadcastJoin(const SessionPtr& session, const BatchNodePtr& rows, const Broadcast<BroadcastSide>& side,
                           const JoinSpec& spec);
// Whether that is so.
bool needsWholeProbeSide(const JoinSpec& spec);

}  // namespace ferro
