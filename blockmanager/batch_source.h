// A sequence of record batches that is read once, front to back, by one thread.
#pragma once

#include <memory>

#include <arrow/type_fwd.h>

namespace ferro {

class BatchSource {
 public:
  virtual ~BatchSource() = default;
  // Null at the end.
  virtual std::shared_ptr<arrow::RecordBatch> next() = 0;
};

}  // namespace ferro
