#include "ferro/engine/exec/join_probe.h"

#include <utility>

#include "ferro/engine/exec/columns.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

JoinProbe::JoinProbe(TaskContext& context, const JoinSpec& spec, const JoinTable& table,
                     std::shared_ptr<arrow::Schema> joined, int partition)
    : context_(context), spec_(spec), table_(table), schema_(std::move(joined)) {
  if (!spec_.conditions.empty()) condition_ = std::make_unique<JoinCondition>(context, spec_.conditions, partition);
  if (marksBuild()) buildMatched_.resize(table_.numRows());
}

bool JoinProbe::keepsProbe() const {
  const JoinType outer = spec_.buildLeft ? JoinType::kRight : JoinType::kLeft;
  return spec_.type == JoinType::kFull || spec_.type == outer;
}

bool JoinProbe::keepsBuild() const {
  const JoinType outer = spec_.buildLeft ? JoinType::kLeft : JoinType::kRight;
  return spec_.type == JoinType::kFull || spec_.type == outer;
}

void JoinProbe::start(std::shared_ptr<arrow::RecordBatch> batch) {
  context_.throwIfCancelled();
  batch_ = std::move(batch);
  std::vector<ArrayPointer> keys;
  for (int key : probeKeys()) keys.push_back(batch_->column_data(key));
  numbers_.resize(static_cast<size_t>(batch_->num_rows()));
  table_.find(keys, spec_.nullsEqual, numbers_, scratch_);
  row_ = 0;
  within_ = 0;
  trailing_ = true;
  if (condition_ == nullptr) return;
  probeMatched_.assign(numbers_.size(), 0);
  if (pairSchema_ == nullptr) preparePairs();
}

void JoinProbe::preparePairs() {
  const auto& left = spec_.buildLeft ? table_.source().schema() : batch_->schema();
  const auto& right = spec_.buildLeft ? batch_->schema() : table_.source().schema();
  arrow::FieldVector fields = left->fields();
  fields.insert(fields.end(), right->fields().begin(), right->fields().end());
  pairSchema_ = arrow::schema(std::move(fields));
  for (int i = 0; i < left->num_fields(); ++i) pairColumns_.left.push_back(i);
  for (int i = 0; i < right->num_fields(); ++i) pairColumns_.right.push_back(i);
}

std::shared_ptr<arrow::RecordBatch> JoinProbe::next() {
  if (batch_ == nullptr) return nullptr;
  if (!givesPairs() && condition_ == nullptr && !spec_.buildLeft) return nextByMatch();
  while (row_ < numbers_.size()) {
    expandPairs();
    if (probeRows_.empty()) continue;
    if (condition_ != nullptr && !applyConditions()) continue;
    if (marksBuild()) markMatches();
    if (givesPairs()) return joinedPairs(schema_, *spec_.columns);
  }
  if (!std::exchange(trailing_, false)) return nullptr;
  if (condition_ == nullptr) return nullptr;
  if (keepsProbe()) return probeRowsThat(false);
  if (!givesPairs() && !spec_.buildLeft) return probeRowsThat(spec_.type == JoinType::kSemi);
  return nullptr;
}

// Semi and anti joins without conditions: a row's key is there or not.
std::shared_ptr<arrow::RecordBatch> JoinProbe::nextByMatch() {
  if (!std::exchange(trailing_, false)) return nullptr;
  const bool semi = spec_.type == JoinType::kSemi;
  probeRows_.clear();
  for (size_t i = 0; i < numbers_.size(); ++i) {
    if ((numbers_[i] != kNoKey) == semi) probeRows_.push_back(static_cast<uint32_t>(i));
  }
  if (probeRows_.empty()) return nullptr;
  auto columns = takeProbe(probeColumns(*spec_.columns), true);
  return arrow::RecordBatch::Make(schema_, static_cast<int64_t>(probeRows_.size()), std::move(columns));
}

void JoinProbe::expandPairs() {
  probeRows_.clear();
  buildRows_.clear();
  if (table_.isUnique()) return expandUnique();
  const bool keep = keepsProbe() && condition_ == nullptr;
  while (row_ < numbers_.size() && static_cast<int64_t>(probeRows_.size()) < kBatchRows) {
    const uint32_t key = numbers_[row_];
    if (key == kNoKey) {
      if (keep) {
        probeRows_.push_back(static_cast<uint32_t>(row_));
        buildRows_.push_back(kNoRow);
      }
      ++row_;
      continue;
    }
    const uint32_t end = table_.begin(key + 1);
    uint32_t place = table_.begin(key) + within_;
    while (place < end && static_cast<int64_t>(probeRows_.size()) < kBatchRows) {
      probeRows_.push_back(static_cast<uint32_t>(row_));
      buildRows_.push_back(place++);
    }
    within_ = place < end ? place - table_.begin(key) : 0;
    if (place == end) ++row_;
  }
}

void JoinProbe::expandUnique() {
  probeRows_.resize(numbers_.size());
  buildRows_.resize(numbers_.size());
  const bool keep = keepsProbe() && condition_ == nullptr;
  size_t count = 0;
  for (size_t i = 0; i < numbers_.size(); ++i) {
    probeRows_[count] = static_cast<uint32_t>(i);
    buildRows_[count] = numbers_[i];  // kNoKey is kNoRow
    count += static_cast<size_t>(keep || numbers_[i] != kNoKey);
  }
  probeRows_.resize(count);
  buildRows_.resize(count);
  row_ = numbers_.size();
}

static_assert(kNoKey == kNoRow);

// Leaves the pairs of which all conditions hold; false when none is left.
bool JoinProbe::applyConditions() {
  const std::vector<uint8_t> holds = condition_->holds(*joinedPairs(pairSchema_, pairColumns_));
  size_t count = 0;
  for (size_t i = 0; i < holds.size(); ++i) {
    if (holds[i] == 0) continue;
    probeMatched_[probeRows_[i]] = 1;
    probeRows_[count] = probeRows_[i];
    buildRows_[count++] = buildRows_[i];
  }
  probeRows_.resize(count);
  buildRows_.resize(count);
  return count > 0;
}

void JoinProbe::markMatches() {
  for (uint32_t row : buildRows_) {
    if (row != kNoRow) buildMatched_[row] = 1;
  }
}

std::shared_ptr<arrow::RecordBatch> JoinProbe::joinedPairs(const std::shared_ptr<arrow::Schema>& schema,
                                                           const JoinColumns& columns) const {
  auto build = table_.gather(buildRows_, buildColumns(columns), uncountedPool(context_));
  auto probe = takeProbe(probeColumns(columns), table_.isUnique());
  return joined(schema, std::move(probe), std::move(build), static_cast<int64_t>(buildRows_.size()));
}

std::vector<ArrayPointer> JoinProbe::takeProbe(const std::vector<int>& columns, bool atMostOnce) const {
  const bool same = atMostOnce && probeRows_.size() == numbers_.size();
  std::vector<ArrayPointer> taken;
  for (int column : columns) {
    const ArrayPointer& values = batch_->column_data(column);
    taken.push_back(same ? values : takeColumn(values, probeRows_, uncountedPool(context_)));
  }
  return taken;
}

std::shared_ptr<arrow::RecordBatch> JoinProbe::joined(const std::shared_ptr<arrow::Schema>& schema,
                                                      std::vector<ArrayPointer> probe, std::vector<ArrayPointer> build,
                                                      int64_t rows) const {
  std::vector<ArrayPointer> columns = spec_.buildLeft ? std::move(build) : std::move(probe);
  for (auto& column : spec_.buildLeft ? probe : build) columns.push_back(std::move(column));
  return arrow::RecordBatch::Make(schema, rows, std::move(columns));
}

// With conditions it is known only after all pairs which rows have a match.
std::shared_ptr<arrow::RecordBatch> JoinProbe::probeRowsThat(bool matched) {
  probeRows_.clear();
  for (size_t i = 0; i < probeMatched_.size(); ++i) {
    if ((probeMatched_[i] != 0) == matched) probeRows_.push_back(static_cast<uint32_t>(i));
  }
  if (probeRows_.empty()) return nullptr;
  buildRows_.assign(probeRows_.size(), kNoRow);
  return joinedPairs(schema_, *spec_.columns);
}

std::shared_ptr<arrow::RecordBatch> JoinProbe::nextUnprobed() {
  if (!marksBuild()) return nullptr;
  const uint8_t wanted = spec_.type == JoinType::kSemi ? 1 : 0;
  buildRows_.clear();
  for (; unprobed_ < buildMatched_.size() && static_cast<int64_t>(buildRows_.size()) < kBatchRows; ++unprobed_) {
    if (buildMatched_[unprobed_] == wanted) buildRows_.push_back(static_cast<uint32_t>(unprobed_));
  }
  if (buildRows_.empty()) return nullptr;
  arrow::MemoryPool* pool = uncountedPool(context_);
  std::vector<ArrayPointer> build = table_.gather(buildRows_, buildColumns(*spec_.columns), pool);
  const auto rows = static_cast<int64_t>(buildRows_.size());
  if (!givesPairs()) return arrow::RecordBatch::Make(schema_, rows, std::move(build));
  std::vector<ArrayPointer> probe;
  const int numBuild = static_cast<int>(build.size());
  for (int i = 0; i < schema_->num_fields() - numBuild; ++i) {
    const auto& type = schema_->field(spec_.buildLeft ? numBuild + i : i)->type();
    probe.push_back(nullColumn(type, rows, pool));
  }
  return joined(schema_, std::move(probe), std::move(build), rows);
}

}  // namespace ferro
