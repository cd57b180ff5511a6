// The lineage as the scheduler sees it: steps, what each stands on, and where a shuffle separates two stages. The typed
// operators of the engine derive from LineageNode. The shape is immutable once built, but for two things that may
// change at any time from any thread: the storage level, and the parents, which a checkpoint cuts off.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ferro/blockmanager/storage_level.h"

namespace ferro {

class LineageNode;
class TaskBody;

// The border between two stages: the map side runs `writer` over each partition of `mapSide`, and whoever holds the
// dependency reads what it wrote. The driver derives from it to remove the shuffle's files when the last holder lets
// go.
class ShuffleDependency {
 public:
  ShuffleDependency(int shuffleId, std::shared_ptr<const LineageNode> mapSide, std::shared_ptr<const TaskBody> writer,
                    int numReducers);
  virtual ~ShuffleDependency();
  ShuffleDependency(const ShuffleDependency&) = delete;
  ShuffleDependency& operator=(const ShuffleDependency&) = delete;

  int shuffleId() const { return shuffleId_; }
  const std::shared_ptr<const LineageNode>& mapSide() const { return mapSide_; }
  const std::shared_ptr<const TaskBody>& writer() const { return writer_; }
  int numReducers() const { return numReducers_; }

 private:
  int shuffleId_;
  std::shared_ptr<const LineageNode> mapSide_;
  std::shared_ptr<const TaskBody> writer_;
  int numReducers_;
};

struct LineageParents {
  // Defined in lineage.cc, so that programs need not compile them for each operation.
  LineageParents();
  LineageParents(std::vector<std::shared_ptr<const LineageNode>> narrowParents,
                 std::vector<std::shared_ptr<const ShuffleDependency>> shuffleParents);
  ~LineageParents();
  LineageParents(const LineageParents&);
  LineageParents& operator=(const LineageParents&);
  LineageParents(LineageParents&&) noexcept;
  LineageParents& operator=(LineageParents&&) noexcept;

  std::vector<std::shared_ptr<const LineageNode>> narrow;          // computed inside the same stage
  std::vector<std::shared_ptr<const ShuffleDependency>> shuffles;  // outputs of an earlier stage
};

// A partition of a narrow parent that a partition of a node is computed from.
struct NarrowInput {
  int parent = 0;
  int partition = 0;
};

class LineageNode {
 public:
  virtual ~LineageNode();
  LineageNode(const LineageNode&) = delete;
  LineageNode& operator=(const LineageNode&) = delete;

  int id() const { return id_; }
  virtual int numPartitions() const = 0;
  // The hosts that have the data of a source's partition.
  virtual std::vector<std::string> preferredHosts(int partition) const;
  // Which partitions of its numParents narrow parents a partition needs; by default the one with the same number of
  // each.
  virtual void narrowInputs(int partition, int numParents, std::vector<NarrowInput>& inputs) const;
  // False where a second run may give the same rows in another order or other rows (see "What survives what").
  virtual bool isDeterministic() const { return true; }
  // True where the tasks of the step's stage are of use only all together: all run at once, or none. Known to the
  // driver only.
  virtual bool isBarrier() const { return barrier_.load(); }
  void markBarrier() const { barrier_.store(true); }

  std::string name() const;
  void setName(std::string name) const;
  StorageLevel storageLevel() const;
  void setStorageLevel(StorageLevel level) const;

  LineageParents parents() const;

 protected:
  LineageNode(int id, std::string name, LineageParents parents);
  void cutParents() const;

 private:
  const int id_;
  mutable std::atomic<bool> barrier_{false};
  mutable std::mutex mutex_;
  mutable std::string name_;
  mutable StorageLevel storageLevel_;
  mutable LineageParents parents_;
};

// Lets go of a lineage without recursing through it, however long it is: nodes and shuffles that die on the way hand
// what they stood on to the outermost call on their thread. Whoever else held the last reference, a task body for
// example, need not care: the destructors of nodes and shuffles do the same.
void releaseLineage(LineageParents parents);

}  // namespace ferro
