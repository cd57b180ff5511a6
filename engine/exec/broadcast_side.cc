// The side of a join that goes whole to every executor.
#include <mutex>
#include <utility>

#include <arrow/table.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/exec/join.h"
#include "ferro/engine/exec/join_table.h"
#include "ferro/engine/exec/table_source.h"

namespace ferro {

struct BroadcastSide::State {
  std::shared_ptr<const arrow::Table> table;
  std::vector<int> keys;
  std::once_flag once;
  std::unique_ptr<JoinTable> joinTable;
};

BroadcastSide::BroadcastSide(std::shared_ptr<const arrow::Table> table, std::vector<int> keys)
    : state_(std::make_shared<State>()) {
  state_->table = std::move(table);
  state_->keys = std::move(keys);
}

const std::shared_ptr<const arrow::Table>& BroadcastSide::table() const { return state_->table; }

const std::vector<int>& BroadcastSide::keys() const { return state_->keys; }

const JoinTable& BroadcastSide::joinTable() const {
  std::call_once(state_->once, [this] {
    auto made = std::make_unique<JoinTable>(state_->table->schema(), state_->keys);
    // Rows of one chunk are found by their numbers alone.
    const auto whole = valueOf(state_->table->CombineChunks(), "the small side of a join");
    arrow::TableBatchReader reader(*whole);
    while (auto batch = valueOf(reader.Next(), "the small side of a join")) {
      if (batch->num_rows() > 0) made->add(batch);
    }
    made->finish();
    state_->joinTable = std::move(made);
  });
  return *state_->joinTable;
}

void Codec<BroadcastSide>::encode(Encoder& encoder, const BroadcastSide& side) {
  encoder.write(SharedTable{side.table()});
  encoder.write(side.keys());
}

BroadcastSide Codec<BroadcastSide>::decode(Decoder& decoder) {
  auto shared = decoder.read<SharedTable>();
  return {std::move(shared.table), decoder.read<std::vector<int>>()};
}

}  // namespace ferro
