// Collects the output of one map task, batch by batch, for all reducers of a shuffle. Made by ShuffleManager, owned by
// the task; one thread. A writer that goes without commit leaves nothing behind.
#pragma once

#include <cstdint>
#include <memory>

#include <arrow/type_fwd.h>

#include "ferro/shuffle/map_status.h"

namespace ferro {

struct MapTask;
struct ShuffleContext;
struct ShuffleMetrics;

class ShuffleWriter {
 public:
  ShuffleWriter(ShuffleContext& context, const MapTask& task, std::shared_ptr<arrow::Schema> schema,
                ShuffleMetrics& metrics);
  ~ShuffleWriter();
  ShuffleWriter(const ShuffleWriter&) = delete;
  ShuffleWriter& operator=(const ShuffleWriter&) = delete;

  // Where the buffers of the batches should come from: the writer itself counts them, from append on.
  arrow::MemoryPool* pool() const;

  // Takes the batch over; its buffers must not change any more. Batches of one reducer keep their order. Spills when
  // memory is short.
  void append(int reducer, std::shared_ptr<arrow::RecordBatch> batch);

  // Makes the output readable, whole, at once. When another attempt of the same map committed before, that output stays
  // and its status is returned. Called once; append must not follow.
  MapStatus commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ferro
