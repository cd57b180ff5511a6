#include "ferro/mllib/features/string_indexer.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <arrow/array/array_binary.h>
#include <arrow/array/array_dict.h>
#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/frame/functions.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/fold_batches.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/persist/row_table.h"

namespace ferro::ml {
namespace {

constexpr std::string_view kUnknown = "__unknown";

// How often each text occurs, for each column of a batch.
struct TextCounts {
  std::vector<std::unordered_map<std::string, int64_t>> columns{};

  void add(const arrow::RecordBatch& batch) {
    for (int i = 0; i < batch.num_columns(); ++i) {
      auto& counts = columns[static_cast<size_t>(i)];
      if (batch.column(i)->type_id() == arrow::Type::DICTIONARY) {
        addDictionary(static_cast<const arrow::DictionaryArray&>(*batch.column(i)), counts);
      } else {
        addTexts(static_cast<const arrow::StringArray&>(*batch.column(i)), counts);
      }
    }
  }

  void merge(TextCounts&& other) {
    for (size_t i = 0; i < columns.size(); ++i) {
      for (auto& [text, count] : other.columns[i]) columns[i][text] += count;
    }
  }

 private:
  static void addTexts(const arrow::StringArray& texts, std::unordered_map<std::string, int64_t>& counts) {
    std::string text;
    for (int64_t row = 0; row < texts.length(); ++row) {
      if (texts.IsNull(row)) continue;
      text = texts.GetView(row);
      ++counts[text];
    }
  }

  static void addDictionary(const arrow::DictionaryArray& texts, std::unordered_map<std::string, int64_t>& counts) {
    const auto& known = static_cast<const arrow::StringArray&>(*texts.dictionary());
    std::vector<int64_t> rows(static_cast<size_t>(known.length()));
    for (int64_t row = 0; row < texts.length(); ++row) {
      if (texts.IsValid(row)) ++rows[static_cast<size_t>(texts.GetValueIndex(row))];
    }
    for (int64_t i = 0; i < known.length(); ++i) {
      if (rows[static_cast<size_t>(i)] > 0 && known.IsValid(i)) {
        counts[known.GetString(i)] += rows[static_cast<size_t>(i)];
      }
    }
  }
};

std::vector<std::string> ordered(const std::unordered_map<std::string, int64_t>& counts, std::string_view order) {
  std::vector<std::pair<std::string, int64_t>> all(counts.begin(), counts.end());
  const bool byFrequency = order.starts_with("frequency");
  const bool descending = order.ends_with("Desc");
  std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
    if (byFrequency && a.second != b.second) return descending ? a.second > b.second : a.second < b.second;
    return descending && !byFrequency ? a.first > b.first : a.first < b.first;
  });
  std::vector<std::string> labels;
  for (auto& [text, count] : all) labels.push_back(std::move(text));
  return labels;
}

using LabelIndex = std::unordered_map<std::string_view, double>;

LabelIndex indexOf(const std::vector<std::string>& labels) {
  LabelIndex index;
  for (size_t i = 0; i < labels.size(); ++i) index.emplace(labels[i], static_cast<double>(i));
  return index;
}

struct IndexTexts {
  std::vector<std::string> labels{};
  bool keepInvalid = false;
  std::string column{};

  static TypePtr resultType() { return arrow::float64(); }
  LabelIndex prepare() const { return indexOf(labels); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool,
                                           const LabelIndex& index) const {
    const auto& texts = static_cast<const arrow::StringArray&>(*arguments.column(0));
    arrow::DoubleBuilder indices(pool);
    check(indices.Reserve(texts.length()), "indexing texts");
    for (int64_t row = 0; row < texts.length(); ++row) {
      const auto found = texts.IsNull(row) ? index.end() : index.find(texts.GetView(row));
      if (found != index.end()) {
        indices.UnsafeAppend(found->second);
      } else {
        if (!keepInvalid) throwInvalid(texts, row);
        indices.UnsafeAppend(static_cast<double>(labels.size()));
      }
    }
    return valueOf(indices.Finish(), "indexing texts");
  }

  [[noreturn]] void throwInvalid(const arrow::StringArray& texts, int64_t row) const {
    const std::string what =
        texts.IsNull(row) ? "a null" : "'" + texts.GetString(row) + "', which was not there when it was fitted,";
    throw Error(ErrorCode::kInvalidArgument, "StringIndexer: column `" + column + "` has " + what + " in row " +
                                                 std::to_string(row) +
                                                 " of a batch; set handleInvalid to 'skip' or 'keep'");
  }
};

// Whether a text is one of the labels.
struct IsLabel {
  std::vector<std::string> labels{};

  static TypePtr resultType() { return arrow::boolean(); }
  LabelIndex prepare() const { return indexOf(labels); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool,
                                           const LabelIndex& index) const {
    const auto& texts = static_cast<const arrow::StringArray&>(*arguments.column(0));
    arrow::BooleanBuilder known(pool);
    for (int64_t row = 0; row < texts.length(); ++row) {
      check(known.Append(texts.IsValid(row) && index.contains(texts.GetView(row))), "looking for labels");
    }
    return valueOf(known.Finish(), "looking for labels");
  }
};

// As text; a NaN is no text.
Column textOf(const DataFrame& frame, const std::string& name) {
  const Column column = columnOf(frame, name);
  const TypePtr& type = column.expression()->type;
  if (type->id() == arrow::Type::STRING) return column;
  if (arrow::is_floating(type->id())) return when(!column.isNaN(), column).otherwise(nullptr).cast("string");
  return column.cast("string");
}

// The text, of a type that is known already.
Column resolvedText(const DataFrame& frame, const std::string& name) {
  const Column column = columnOf(frame, name);
  return column.expression()->type->id() == arrow::Type::STRING ? column : column.cast(arrow::utf8());
}

void requireTexts(const arrow::Schema& schema, const std::string& column, std::string_view stage) {
  const auto field = requireField(schema, column, stage);
  if (field->type()->id() == arrow::Type::STRING || isNumeric(*field->type())) return;
  throw Error(ErrorCode::kInvalidArgument, std::string(stage) + " cannot index column `" + column + "` of type " +
                                               sqlName(*field->type()) + ": it takes texts and numbers");
}

}  // namespace

const ParamTable& StringIndexerParams::table() {
  using P = StringIndexerParams;
  static const ParamTable kTable =
      ParamTableOf<P>("StringIndexer")
          .add("inputCol", &P::inputCol, "input column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("inputCols", &P::inputCols, "input column names")
          .add("outputCols", &P::outputCols, "output column names")
          .add("stringOrderType", &P::stringOrderType, "how labels are ordered; the first gets index 0",
               oneOf({"frequencyDesc", "frequencyAsc", "alphabetDesc", "alphabetAsc"}))
          .add("handleInvalid", &P::handleInvalid, "what to do with nulls and labels that were not seen in fit()",
               oneOf({"error", "skip", "keep"}))
          .build();
  return kTable;
}

std::vector<InOut> StringIndexer::columns() const {
  const StringIndexerParams& s = settings();
  return inOutColumns(uid(), s.inputCol, s.outputCol, s.inputCols, s.outputCols);
}

SchemaPtr StringIndexer::transformSchema(const arrow::Schema& schema) const {
  auto result = arrow::schema(schema.fields());
  for (const auto& [in, out] : columns()) {
    requireTexts(schema, in, uid());
    result = withField(*result, out, arrow::float64(), true, uid());
  }
  return result;
}

StringIndexerModel StringIndexer::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const auto pairs = columns();
  std::vector<Column> texts;
  for (size_t i = 0; i < pairs.size(); ++i) texts.push_back(textOf(frame, pairs[i].in).as(std::to_string(i)));
  TextCounts start;
  start.columns.resize(pairs.size());
  const TextCounts counted = foldBatches(frame.select(texts), std::move(start));
  std::vector<std::vector<std::string>> labels;
  for (const auto& counts : counted.columns) labels.push_back(ordered(counts, settings().stringOrderType));
  return {settings(), uid(), std::move(labels)};
}

StringIndexerModel::StringIndexerModel(StringIndexerParams settings, std::string uid,
                                       std::vector<std::vector<std::string>> labelsArray)
    : ModelOf(std::move(settings), std::move(uid)), labelsArray_(std::move(labelsArray)) {}

std::vector<InOut> StringIndexerModel::columns() const {
  const StringIndexerParams& s = settings();
  auto pairs = inOutColumns(uid(), s.inputCol, s.outputCol, s.inputCols, s.outputCols);
  if (pairs.size() == labelsArray_.size()) return pairs;
  throw Error(ErrorCode::kInvalidArgument, uid() + " was fitted on " + std::to_string(labelsArray_.size()) +
                                               " columns and has " + std::to_string(pairs.size()) + " input columns");
}

SchemaPtr StringIndexerModel::transformSchema(const arrow::Schema& schema) const {
  auto result = arrow::schema(schema.fields());
  for (const auto& [in, out] : columns()) {
    if (!hasField(schema, in)) continue;
    requireTexts(schema, in, uid());
    result = withField(*result, out, arrow::float64(), true, uid());
  }
  return result;
}

DataFrame StringIndexerModel::transform(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  const auto pairs = columns();
  DataFrame rows = frame;
  std::vector<OutputColumn> outputs;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto& [in, out] = pairs[i];
    if (!hasField(*schema, in)) continue;
    const Column text = resolvedText(frame, in);
    if (settings().handleInvalid == "skip") {
      rows = rows.where(columnFunction("isLabel", IsLabel{labelsArray_[i]}, {text}));
    }
    const bool keep = settings().handleInvalid == "keep";
    FeatureAttribute attribute{AttributeKind::kNominal, out, labelsArray_[i], {}};
    if (keep) attribute.values.emplace_back(kUnknown);
    outputs.push_back(
        {out, columnFunction("stringIndexer", IndexTexts{labelsArray_[i], keep, in}, {text}), metadataOf(attribute)});
  }
  return withOutputs(rows, outputs, uid());
}

void StringIndexerModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("labelsArray", labelsArray_).table());
}

StringIndexerModel StringIndexerModel::read(const SavedStage& saved) {
  StringIndexerParams settings;
  saved.readParams(StringIndexerParams::table(), &settings);
  const SavedTable data = saved.table();
  auto labels = data.hasColumn("labelsArray") ? data.textLists("labelsArray")
                                              : std::vector<std::vector<std::string>>{data.texts("labels")};
  return {std::move(settings), saved.uid(), std::move(labels)};
}

}  // namespace ferro::ml
