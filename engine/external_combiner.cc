#include "ferro/engine/external_combiner.h"

#include <array>
#include <optional>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/spill_file.h"
#include "ferro/common/error.h"

namespace ferro {

struct CombinerSpill::Files {
  std::array<std::optional<SpillFile>, kParts> parts;
};

CombinerSpill::CombinerSpill(TaskContext& context) : context_(context) {}

CombinerSpill::~CombinerSpill() = default;

void CombinerSpill::begin(int level, const std::string& name) {
  if (level == kMostLevels) {
    throw Error(ErrorCode::kOutOfMemory, name +
                                             ": the values of a few keys do not fit the memory limit of this task; "
                                             "raise ferro.executor.memory (in local mode ferro.driver.memory) or "
                                             "combine values before grouping them");
  }
  if (!files_) files_ = Owned<Files>(std::make_unique<Files>());
}

void CombinerSpill::write(size_t part, const arrow::RecordBatch& batch) {
  std::optional<SpillFile>& file = files_->parts[part];
  if (!file) file.emplace(makeSpillFile(context_, batch.schema()));
  file->write(batch);
}

std::unique_ptr<BatchSource> CombinerSpill::take(size_t part) {
  std::optional<SpillFile>& file = files_->parts[part];
  if (!file) return nullptr;
  file->finishWriting();
  auto source = readSpill(context_, *file);
  file.reset();
  return source;
}

}  // namespace ferro
