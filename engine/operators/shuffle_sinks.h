// The last operator of a shuffle's map side: rows go to reducers by key, by key after combining what one task can, or,
// where there is no key, by content.
#pragma once

#include "ferro/common/hash.h"
#include "ferro/engine/combine_table.h"
#include "ferro/engine/external_combiner.h"
#include "ferro/engine/lookahead.h"
#include "ferro/engine/partitioned_writer.h"
#include "ferro/engine/partitioners.h"
#include "ferro/engine/sink.h"

namespace ferro {

template <class Self, class... Arguments>
class MapSideSink : public SinkWith<Self, Arguments...> {
 public:
  using SinkWith<Self, Arguments...>::SinkWith;
  std::unique_ptr<TaskValue> decodeValue(Decoder& decoder) const final { return decodeMapStatusValue(decoder); }
};

// Arguments: the shuffle's id and the partitioner of keys.
template <class Row, class P>
class ShuffleSink final : public MapSideSink<ShuffleSink<Row, P>, int, P> {
 public:
  using ShuffleSink::MapSideSink::MapSideSink;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node&, UntypedIterator& rows) const override {
    const auto& [shuffleId, partitioner] = this->arguments();
    PartitionedWriter<Row> writer(context, shuffleId, partitioner.numPartitions());
    auto& typed = static_cast<Iterator<Row>&>(rows);
    while (const Row* row = typed.next()) writer.append(partitionOf(partitioner, row->first), *row);
    return makeMapStatusValue(writer.commit());
  }
};

// Arguments: the shuffle's id and the number of reducers. By content, so that a task run again sends every row where it
// went before, whatever the order; equal rows of different tasks are spread.
template <class Row>
class RepartitionSink final : public MapSideSink<RepartitionSink<Row>, int, int> {
 public:
  using RepartitionSink::MapSideSink::MapSideSink;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node&, UntypedIterator& rows) const override {
    const auto& [shuffleId, numReducers] = this->arguments();
    PartitionedWriter<Row> writer(context, shuffleId, numReducers);
    HashPartitioner<int64_t> partitioner(numReducers);
    uint64_t task = hashValue(static_cast<int64_t>(context.partitionId()));
    auto& typed = static_cast<Iterator<Row>&>(rows);
    while (const Row* row = typed.next())
      writer.append(partitioner.partitionOf(static_cast<int64_t>(hashValue(*row) + task)), *row);
    return makeMapStatusValue(writer.commit());
  }
};

// Arguments: the shuffle's id, the partitioner of keys, and the aggregator. When the table is full its partial results
// go out and it starts anew: the reduce side combines them.
template <class Row, class P, class Aggregator>
class CombineSink final : public MapSideSink<CombineSink<Row, P, Aggregator>, int, P, Aggregator> {
 public:
  using CombineSink::MapSideSink::MapSideSink;

  std::unique_ptr<TaskValue> run(TaskContext& context, const Node&, UntypedIterator& rows) const override {
    using K = Stored<typename Row::first_type>;
    using C = typename Aggregator::Combined;
    const auto& [shuffleId, partitioner, aggregator] = this->arguments();
    CombineTable<K, C> table(context, combiningFor(shuffleId));
    PartitionedWriter<typename CombineTable<K, C>::Entry> writer(context, shuffleId, partitioner.numPartitions());
    GrowthMeter<C> meter;
    auto& typed = static_cast<Iterator<Row>&>(rows);
    visitAhead(typed, table, [&, &how = aggregator](const auto& row, uint64_t hash) {
      const auto& value = detail::asStored(row.second);
      if (C* found = table.find(hash, row.first)) {
        int64_t growth = meter.growthBy(*found, [&](C& combined) { how.add(combined, value); });
        if (!table.noteGrowth(growth)) flush(table, writer);
      } else if (!table.insert(hash, row.first, how.create(value))) {
        flush(table, writer);
        table.insert(hash, row.first, how.create(value));
      }
    });
    flush(table, writer);
    return makeMapStatusValue(writer.commit());
  }

 private:
  template <class Table, class Writer>
  void flush(Table& table, Writer& writer) const {
    const P& partitioner = this->template argument<1>();
    for (size_t i = 0; i < table.size(); ++i) {
      const auto& entry = table.entry(i);
      writer.append(partitionOf(partitioner, entry.first), entry);
    }
    table.clear();
  }
};

}  // namespace ferro
