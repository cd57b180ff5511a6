// Exchanges: rows of all partitions of a node are spread anew, by the hash of key columns, by ranges of sort keys, by
// their content, or into one partition. The map side scatters whole batches; the reduce side reads any ranges of
// reducers and maps, so that what is small can be merged and what is large be split once sizes are known. Driver
// threads call these.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/exec/sort_key.h"

namespace ferro {

enum class Spreading : uint8_t {
  kByHash,     // equal keys meet
  kByRange,    // and are in order from partition to partition
  kByContent,  // evenly; a task that runs again sends each row where it went before
  kToOne,
};

// How rows are spread. Travels.
struct ExchangeSpec {
  Spreading spreading = Spreading::kToOne;
  int numPartitions = 1;
  std::vector<int> keys{};          // kByHash
  std::vector<SortKey> sortKeys{};  // kByRange
  std::string bounds{};             // kByRange: a batch of the key columns, a row for each bound
};

// What a partition reads of a shuffle: some reducers, each from some maps.
struct ShuffleSlice {
  int firstReducer = 0;
  int endReducer = 0;
  int firstMap = 0;
  int endMap = 0;
};
using PartitionSlices = std::vector<ShuffleSlice>;

// The map side. Whoever holds it keeps the shuffle's files.
using ExchangePtr = std::shared_ptr<const ShuffleDependency>;
ExchangePtr makeExchange(const SessionPtr& session, const BatchNodePtr& rows, ExchangeSpec spec);

// The reduce side: one partition for each reducer, or for each list of slices.
BatchNodePtr readExchange(const SessionPtr& session, const ExchangePtr& exchange);
BatchNodePtr readExchange(const SessionPtr& session, const ExchangePtr& exchange,
                          std::vector<PartitionSlices> partitions);

BatchNodePtr exchangeByHash(const SessionPtr& session, const BatchNodePtr& rows, std::vector<int> keys,
                            int numPartitions);
BatchNodePtr exchangeByContent(const SessionPtr& session, const BatchNodePtr& rows, int numPartitions);
BatchNodePtr exchangeToOne(const SessionPtr& session, const BatchNodePtr& rows);
// Runs a job that samples the keys. There may be fewer partitions, where keys repeat.
BatchNodePtr exchangeByRange(const SessionPtr& session, const BatchNodePtr& rows, const std::vector<SortKey>& keys,
                             int numPartitions);

}  // namespace ferro
