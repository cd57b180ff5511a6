// The first operators of a stage that reads a shuffle: rows as they were written, combined by key, or sorted.
#pragma once

#include "ferro/engine/external_combiner.h"
#include "ferro/engine/external_sorter.h"
#include "ferro/engine/lookahead.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

// Rows as they were written. The argument says which shuffle.
template <class T>
class ShuffledNode final : public NodeWith<ShuffledNode<T>, T, ShuffleHandle> {
 public:
  using ShuffledNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs&) const override {
    auto source = openShuffleReader(context, this->template argument<0>(), partition, schemaOf<T>());
    return makeAs<UntypedIterator, BatchRows<T>>(&context, std::move(source));
  }
};

// The values of each key combined. Owns the combiner while its rows are read.
template <class K, class Aggregator>
class CombinedRows final : public Iterator<std::pair<K, typename Aggregator::Combined>> {
 public:
  using C = typename Aggregator::Combined;
  CombinedRows(TaskContext& context, const Aggregator& aggregator)
      : aggregator_(aggregator), combiner_(context, "combining by key", aggregator) {}

  template <class Row>
  void addValues(Iterator<Row>& rows) {
    visitAhead(rows, combiner_, [this](const auto& row, uint64_t hash) {
      const auto& value = detail::asStored(row.second);
      combiner_.add(
          row.first, hash, [&] { return aggregator_.create(value); },
          [&](C& combined) { aggregator_.add(combined, value); });
    });
  }

  template <class Row>
  void mergeCombined(Iterator<Row>& rows) {
    visitAhead(rows, combiner_, [this](const auto& row, uint64_t hash) {
      combiner_.add(
          row.first, hash, [&] { return row.second; },
          [&](C& combined) { aggregator_.merge(combined, C(row.second)); });
    });
  }

  const std::pair<K, C>* next() override { return combiner_.next(); }

 private:
  const Aggregator& aggregator_;
  ExternalCombiner<K, C, Aggregator> combiner_;
};

// Arguments: the shuffle, and the aggregator. Rows come with values, or already combined by the map side.
template <class K, class V, class Aggregator, bool kMapSideCombined>
class CombineShuffledNode final
    : public NodeWith<CombineShuffledNode<K, V, Aggregator, kMapSideCombined>,
                      std::pair<K, typename Aggregator::Combined>, ShuffleHandle, Aggregator> {
 public:
  using CombineShuffledNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs&) const override {
    const auto& [shuffle, aggregator] = this->arguments();
    using Combined = CombinedRows<K, Aggregator>;
    auto combined = makeAs<UntypedIterator, Combined>(context, aggregator);
    using C = typename Aggregator::Combined;
    if constexpr (kMapSideCombined) {
      using Pair = std::pair<ViewOf<K>, C>;
      BatchRows<Pair> rows(&context, openShuffleReader(context, shuffle, partition, schemaOf<Pair>()));
      static_cast<Combined&>(*combined).mergeCombined(static_cast<Iterator<Pair>&>(rows));
    } else {
      using Pair = std::pair<ViewOf<K>, V>;
      BatchRows<Pair> rows(&context, openShuffleReader(context, shuffle, partition, schemaOf<Pair>()));
      static_cast<Combined&>(*combined).addValues(static_cast<Iterator<Pair>&>(rows));
    }
    return combined;
  }
};

// The same where the rows of each key are in one partition already. The argument is the aggregator.
template <class Row, class Aggregator>
class CombineLocalNode final
    : public NodeWith<CombineLocalNode<Row, Aggregator>,
                      std::pair<Stored<typename Row::first_type>, typename Aggregator::Combined>, Aggregator> {
 public:
  using CombineLocalNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int, PartitionInputs& inputs) const override {
    using K = Stored<typename Row::first_type>;
    using Combined = CombinedRows<K, Aggregator>;
    auto combined = makeAs<UntypedIterator, Combined>(context, this->template argument<0>());
    auto rows = inputs.takeAs<Row>(0);
    static_cast<Combined&>(*combined).addValues(*rows);
    return combined;
  }
};

// Orders rows by key.
template <class KeyLess>
struct FirstLess {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return KeyLess{}(a.first, b.first);
  }
};

// Rows of a shuffle sorted by key within each partition. The argument says which shuffle.
template <class K, class V, class KeyLess>
class SortShuffledNode final : public NodeWith<SortShuffledNode<K, V, KeyLess>, std::pair<K, V>, ShuffleHandle> {
 public:
  using SortShuffledNode::NodeWith::NodeWith;
  using Row = std::pair<K, V>;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs&) const override {
    auto sorted = std::make_unique<SortedRows>(context);
    auto source = openShuffleReader(context, this->template argument<0>(), partition, schemaOf<Row>());
    while (auto batch = source->next()) sorted->sorter.add(std::move(batch));
    sorted->rows = sorted->sorter.finish();
    return sorted;
  }

 private:
  struct SortedRows final : Iterator<Row> {
    explicit SortedRows(TaskContext& context) : sorter(context, "sorting by key", {}) {}
    const Row* next() override { return rows->next(); }

    ExternalSorter<Row, FirstLess<KeyLess>> sorter;
    IteratorPtr<Row> rows;
  };
};

}  // namespace ferro
