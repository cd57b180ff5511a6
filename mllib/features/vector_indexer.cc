#include "ferro/mllib/features/vector_indexer.h"

#include <cmath>
#include <vector>

#include <arrow/array/array_primitive.h>
#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/fold_batches.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/columns/learning_errors.h"
#include "ferro/mllib/features/category_table.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/features/vector_rows.h"

namespace ferro::ml {
namespace {

// The different values of each feature, of which one more than allowed is enough to know.
struct DifferentValues {
  std::string column{};
  int32_t most = 20;
  int32_t size = -1;
  int64_t rows = 0;
  std::vector<std::map<double, int64_t, NumberOrder>> features{};

  void add(const arrow::RecordBatch& batch) {
    const VectorColumn vectors(batch.column(0), column);
    for (int64_t row = 0; row < vectors.length(); ++row) {
      if (vectors.isNull(row)) continue;
      const VectorView vector = vectors[row];
      if (size < 0) size = vector.size;
      if (vector.size != size) throwVectorSizes(column, size, vector.size, row);
      features.resize(static_cast<size_t>(size));
      ++rows;
      vector.forEachActive([&](int32_t index, double value) {
        if (value != 0) note(features[static_cast<size_t>(index)], value, 1);
      });
    }
  }

  void merge(DifferentValues&& other) {
    if (other.size < 0) return;
    if (size >= 0 && size != other.size) throwVectorSizes(column, size, other.size);
    size = other.size;
    rows += other.rows;
    features.resize(static_cast<size_t>(size));
    for (size_t i = 0; i < features.size(); ++i) {
      for (const auto& [value, count] : other.features[i]) note(features[i], value, count);
    }
  }

  // Zero first, where some row has one, then the others ascending.
  CategoryMaps categories() const {
    CategoryMaps maps;
    for (size_t i = 0; i < features.size(); ++i) {
      int64_t nonzeros = 0;
      for (const auto& [value, count] : features[i]) nonzeros += count;
      CategoryMaps::mapped_type indices;
      int32_t next = 0;
      const bool isFull = features[i].size() > static_cast<size_t>(most);
      if (!isFull && nonzeros < rows) indices[0] = next++;
      for (const auto& [value, count] : features[i]) indices[value] = next++;
      if (!isFull && next <= most) maps[static_cast<int32_t>(i)] = std::move(indices);
    }
    return maps;
  }

 private:
  void note(std::map<double, int64_t, NumberOrder>& values, double value, int64_t count) const {
    const auto found = values.find(value);
    if (found != values.end()) {
      found->second += count;
    } else if (values.size() <= static_cast<size_t>(most)) {
      values[value] = count;
    }
  }
};

// NaN has an index, as in Spark, but is no value that a row could be recognised by.
bool isSeen(const CategoryMaps::mapped_type& indices, double value) {
  return !std::isnan(value) && indices.contains(value);
}

struct IndexValues {
  VectorInput input{};
  CategoryMaps maps{};
  bool keepInvalid = false;

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    std::vector<double> indexed;
    return mapVectors(arguments, pool, input, [&](const VectorView& row, VectorColumnBuilder& builder) {
      // Of a sparse vector only what is stored is looked up: zero has the index 0, or is left as it is.
      indexed.clear();
      row.forEachActive([&](int32_t feature, double value) { indexed.push_back(indexOf(feature, value)); });
      if (row.isDense) {
        builder.appendDense(indexed);
      } else {
        builder.appendSparse(row.size, row.indices, indexed);
      }
    });
  }

  double indexOf(int32_t feature, double value) const {
    const auto found = maps.find(feature);
    if (found == maps.end()) return value;
    const bool isKnown = isSeen(found->second, value);
    if (!isKnown && !keepInvalid) throwUnseen(feature, value);
    return static_cast<double>(isKnown ? found->second.at(value) : static_cast<int32_t>(found->second.size()));
  }

  [[noreturn]] void throwUnseen(int32_t feature, double value) const {
    throw Error(ErrorCode::kInvalidArgument,
                "VectorIndexer: feature " + std::to_string(feature) + " of column `" + input.column + "` has " +
                    numberText(value) +
                    ", which was not there when it was fitted; set handleInvalid to 'skip' or 'keep'");
  }
};

// True if all stored values of features that are categories were seen.
struct AllSeen {
  VectorInput input{};
  CategoryMaps maps{};

  static TypePtr resultType() { return arrow::boolean(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const VectorColumn rows(arguments.column(0), input.column);
    arrow::BooleanBuilder seen(pool);
    for (int64_t row = 0; row < rows.length(); ++row) {
      bool known = !rows.isNull(row);
      if (known) {
        const VectorView vector = rows[row];
        if (vector.size != input.size) throwVectorSize(input, vector.size, row);
        vector.forEachActive([&](int32_t feature, double value) {
          const auto found = maps.find(feature);
          known = known && (found == maps.end() || isSeen(found->second, value));
        });
      }
      check(seen.Append(known), "looking for categories");
    }
    return valueOf(seen.Finish(), "looking for categories");
  }
};

AttributeGroup groupOf(int32_t numFeatures, const CategoryMaps& maps) {
  std::vector<FeatureAttribute> attributes(static_cast<size_t>(numFeatures));
  for (const auto& [feature, indices] : maps) {
    FeatureAttribute& attribute = attributes[static_cast<size_t>(feature)];
    attribute.kind = AttributeKind::kNominal;
    attribute.values.resize(indices.size());
    for (const auto& [value, index] : indices) attribute.values[static_cast<size_t>(index)] = numberText(value);
  }
  return AttributeGroup::of(std::move(attributes));
}

}  // namespace

const ParamTable& VectorIndexerParams::table() {
  using P = VectorIndexerParams;
  static const ParamTable kTable =
      ParamTableOf<P>("VectorIndexer")
          .add("inputCol", &P::inputCol, "input column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("maxCategories", &P::maxCategories, "features with more values stay numbers", atLeast(2))
          .add("handleInvalid", &P::handleInvalid, "what to do with values that fit() did not see",
               oneOf({"error", "skip", "keep"}))
          .build();
  return kTable;
}

SchemaPtr VectorIndexer::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

VectorIndexerModel VectorIndexer::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  DifferentValues start;
  start.column = settings().inputCol;
  start.most = settings().maxCategories;
  const DifferentValues found = foldBatches(frame.select(columnOf(frame, settings().inputCol)), std::move(start));
  if (found.size < 0) throwNothingToLearn(uid(), settings().inputCol);
  return {settings(), uid(), found.size, found.categories()};
}

VectorIndexerModel::VectorIndexerModel(VectorIndexerParams settings, std::string uid, int32_t numFeatures,
                                       CategoryMaps categoryMaps)
    : ModelOf(std::move(settings), std::move(uid)), numFeatures_(numFeatures), categoryMaps_(std::move(categoryMaps)) {}

SchemaPtr VectorIndexerModel::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame VectorIndexerModel::transform(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const Column vectors = columnOf(frame, settings().inputCol);
  const VectorInput input{settings().inputCol, numFeatures_};
  const DataFrame rows = settings().handleInvalid == "skip"
                             ? frame.where(columnFunction("allSeen", AllSeen{input, categoryMaps_}, {vectors}))
                             : frame;
  const IndexValues function{input, categoryMaps_, settings().handleInvalid == "keep"};
  return withOutputs(rows,
                     {{outputOr(settings().outputCol, uid()), columnFunction("vectorIndexer", function, {vectors}),
                       metadataOf(groupOf(numFeatures_, categoryMaps_))}},
                     uid());
}

void VectorIndexerModel::writeData(StageWriter& writer) const {
  writer.writeTable(*categoryTable(numFeatures_, categoryMaps_));
}

VectorIndexerModel VectorIndexerModel::read(const SavedStage& saved) {
  VectorIndexerParams settings;
  saved.readParams(VectorIndexerParams::table(), &settings);
  const SavedTable data = saved.table();
  const auto numFeatures = static_cast<int32_t>(data.integer("numFeatures"));
  return {std::move(settings), saved.uid(), numFeatures, categoriesIn(data)};
}

}  // namespace ferro::ml
