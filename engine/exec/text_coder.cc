#include "ferro/engine/exec/text_coder.h"

#include <span>
#include <utility>

#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/engine/exec/columns.h"

namespace ferro {
namespace {

// A text must come so often on average that its code pays off. Where it came with a dictionary, finding the code costs
// next to nothing, and it always does.
constexpr int64_t kLeastUses = 8;
// A dictionary that is still growing is made again with each batch, so it has to stay small beside one.
constexpr int64_t kMostTexts = 1 << 16;

TypePointer codedType(const TypePointer& type) { return arrow::dictionary(arrow::int32(), type); }

}  // namespace

bool ColumnCoder::hasTooManyTexts(bool coded) const {
  return texts_.size() > kMostTexts || (!coded && texts_.size() > rows_ / kLeastUses);
}

ArrayPointer ColumnCoder::encode(const ArrayPointer& column) {
  if (isPlain_) return plainColumn(column, pool_);
  rows_ += column->length;
  const bool coded = isDictionary(*column->type);
  if (coded && inserted_ != column->dictionary) insertDictionary(column->dictionary);
  ArrayPointer codes = codesOf(*column);
  if (hasTooManyTexts(coded)) {
    isPlain_ = true;
    texts_.clear();
    inserted_.reset();
    dictionary_.reset();
    return plainColumn(column, pool_);
  }
  if (dictionary_ == nullptr || dictionary_->length < texts_.size()) makeDictionary();
  codes->dictionary = dictionary_;
  return codes;
}

// All texts at once, whether rows have them or not: batches that share a dictionary then share ours, too.
void ColumnCoder::insertDictionary(const ArrayPointer& dictionary) {
  inserted_ = dictionary;
  if (dictionary->length > kMostTexts) return;
  std::vector<uint32_t> numbers(static_cast<size_t>(dictionary->length));
  texts_.insert(*dictionary, numbers);
}

ArrayPointer ColumnCoder::codesOf(const arrow::ArrayData& column) {
  auto codes = allocateBytes(column.length * int64_t{sizeof(uint32_t)}, pool_);
  const std::span<uint32_t> numbers(reinterpret_cast<uint32_t*>(codes->mutable_data()),
                                    static_cast<size_t>(column.length));
  texts_.insert(column, numbers);
  ValidityWriter validity(column.length, pool_);
  if (texts_.hasNull()) {
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (texts_.isNull(numbers[i])) validity.setNull(static_cast<int64_t>(i));
    }
  }
  return makeArray(codedType(arrow::utf8()), column.length, validity.finish(), {std::move(codes)});
}

// Where null has a number, the dictionary has a text that no row uses.
void ColumnCoder::makeDictionary() {
  dictionary_ = textColumn(arrow::utf8(), texts_.size(), {}, pool_,
                           [&](int64_t number) { return texts_.text(static_cast<uint32_t>(number)); });
}

TextCoder::TextCoder(const arrow::Schema& schema, arrow::MemoryPool* pool) {
  for (int i = 0; i < schema.num_fields(); ++i) {
    if (schema.field(i)->type()->id() == arrow::Type::STRING) columns_.push_back({i, ColumnCoder(pool)});
  }
}

std::shared_ptr<arrow::RecordBatch> TextCoder::encode(const std::shared_ptr<arrow::RecordBatch>& batch) {
  if (columns_.empty()) return batch;
  std::vector<ArrayPointer> columns = batch->column_data();
  arrow::FieldVector fields = batch->schema()->fields();
  for (auto& [position, coder] : columns_) {
    const auto index = static_cast<size_t>(position);
    columns[index] = coder.encode(columns[index]);
    fields[index] = fields[index]->WithType(columns[index]->type);
  }
  return arrow::RecordBatch::Make(arrow::schema(std::move(fields), batch->schema()->metadata()), batch->num_rows(),
                                  std::move(columns));
}

}  // namespace ferro
