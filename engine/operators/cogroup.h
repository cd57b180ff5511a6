// cogroup: for each key the values of two Rdds. A side whose keys lie right already is read in place, the other from
// its shuffle.
#pragma once

#include "ferro/engine/external_combiner.h"
#include "ferro/engine/lookahead.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

template <class V, class W>
using Groups = std::pair<std::vector<V>, std::vector<W>>;

struct GroupsMerge {
  template <class V, class W>
  void merge(Groups<V, W>& into, Groups<V, W>&& more) const {
    append(into.first, std::move(more.first));
    append(into.second, std::move(more.second));
  }

 private:
  template <class T>
  static void append(std::vector<T>& into, std::vector<T>&& more) {
    into.insert(into.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
};

// Arguments: the shuffle of each side, or none where that side is a narrow parent. Left and Right are the rows' types
// as they flow in from a narrow parent.
template <class Left, class Right>
class CoGroupNode final
    : public NodeWith<CoGroupNode<Left, Right>,
                      std::pair<Stored<typename Left::first_type>,
                                Groups<Stored<typename Left::second_type>, Stored<typename Right::second_type>>>,
                      std::optional<ShuffleHandle>, std::optional<ShuffleHandle>> {
 public:
  using CoGroupNode::NodeWith::NodeWith;
  using K = Stored<typename Left::first_type>;
  using V = Stored<typename Left::second_type>;
  using W = Stored<typename Right::second_type>;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override {
    const auto& [left, right] = this->arguments();
    auto rows = std::make_unique<GroupedRows>(context);
    size_t narrow = 0;
    if (left) {
      using Pair = std::pair<ViewOf<K>, V>;
      BatchRows<Pair> values(&context, openShuffleReader(context, *left, partition, schemaOf<Pair>()));
      rows->template add<0>(static_cast<Iterator<Pair>&>(values));
    } else {
      rows->template add<0>(*inputs.template takeAs<Left>(narrow++));
    }
    if (right) {
      using Pair = std::pair<ViewOf<K>, W>;
      BatchRows<Pair> values(&context, openShuffleReader(context, *right, partition, schemaOf<Pair>()));
      rows->template add<1>(static_cast<Iterator<Pair>&>(values));
    } else {
      rows->template add<1>(*inputs.template takeAs<Right>(narrow++));
    }
    return rows;
  }

 private:
  class GroupedRows final : public Iterator<std::pair<K, Groups<V, W>>> {
   public:
    explicit GroupedRows(TaskContext& context) : combiner_(context, "grouping by key", {}) {}

    template <size_t kSide, class Row>
    void add(Iterator<Row>& rows) {
      visitAhead(rows, combiner_, [this](const auto& row, uint64_t hash) {
        combiner_.add(
            row.first, hash,
            [&] {
              Groups<V, W> groups;
              std::get<kSide>(groups).push_back(toStored(row.second));
              return groups;
            },
            [&](Groups<V, W>& groups) { std::get<kSide>(groups).push_back(toStored(row.second)); });
      });
    }

    const std::pair<K, Groups<V, W>>* next() override { return combiner_.next(); }

   private:
    ExternalCombiner<K, Groups<V, W>, GroupsMerge> combiner_;
  };
};

}  // namespace ferro
