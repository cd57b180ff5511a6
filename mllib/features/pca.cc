#include "ferro/mllib/features/pca.h"

#include <numeric>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/principal_directions.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/features/vector_rows.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/stat/covariance.h"

namespace ferro::ml {
namespace {

struct ProjectVectors {
  VectorInput input{};
  Matrix directions{};

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    return mapVectors(arguments, pool, input, [&](const VectorView& row, VectorColumnBuilder& builder) {
      const auto out = builder.appendDense(directions.numCols());
      for (int32_t k = 0; k < directions.numCols(); ++k) {
        double sum = 0;
        row.forEachActive([&](int32_t index, double value) { sum += value * directions(index, k); });
        out[static_cast<size_t>(k)] = sum;
      }
    });
  }
};

}  // namespace

const ParamTable& PCAParams::table() {
  using P = PCAParams;
  static const ParamTable kTable = ParamTableOf<P>("PCA")
                                       .add("inputCol", &P::inputCol, "input column name")
                                       .add("outputCol", &P::outputCol, "output column name")
                                       .add("k", &P::k, "how many directions", atLeast(1))
                                       .build();
  return kTable;
}

SchemaPtr PCA::transformSchema(const arrow::Schema& schema) const {
  if (!settings().k) throw Error(ErrorCode::kInvalidArgument, uid() + " was not told how many directions: set k");
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

PCAModel PCA::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const int32_t k = *settings().k;
  const Covariance found = covarianceOf(frame, settings().inputCol, uid());
  if (found.size < k) {
    throw Error(ErrorCode::kInvalidArgument, uid() + ": parameter k was given " + std::to_string(k) + ", and column `" +
                                                 settings().inputCol + "` has vectors of size " +
                                                 std::to_string(found.size) + "; it takes numbers up to that");
  }
  requireFinite(found, settings().inputCol, uid());
  const PrincipalDirections directions = principalDirections(found.covariance());
  const double all = std::accumulate(directions.variances.begin(), directions.variances.end(), 0.0);
  Matrix pc = Matrix::zeros(found.size, k);
  std::vector<double> shares;
  for (int32_t direction = 0; direction < k; ++direction) {
    for (int32_t row = 0; row < found.size; ++row) pc(row, direction) = directions.vectors(row, direction);
    shares.push_back(all > 0 ? directions.variances[static_cast<size_t>(direction)] / all : 0);
  }
  return {settings(), uid(), std::move(pc), Vector::dense(std::move(shares))};
}

PCAModel::PCAModel(PCAParams settings, std::string uid, Matrix pc, Vector explainedVariance)
    : ModelOf(std::move(settings), std::move(uid)),
      pc_(std::move(pc)),
      explainedVariance_(std::move(explainedVariance)) {}

SchemaPtr PCAModel::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame PCAModel::transform(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const ProjectVectors function{{settings().inputCol, pc_.numRows()}, pc_};
  return withOutputs(
      frame,
      {{outputOr(settings().outputCol, uid()), columnFunction("pca", function, {columnOf(frame, settings().inputCol)}),
        metadataOf(AttributeGroup::ofSize(pc_.numCols()))}},
      uid());
}

void PCAModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("pc", pc_).add("explainedVariance", explainedVariance_).table());
}

PCAModel PCAModel::read(const SavedStage& saved) {
  PCAParams settings;
  saved.readParams(PCAParams::table(), &settings);
  const SavedTable data = saved.table();
  return {std::move(settings), saved.uid(), data.matrix("pc"), data.vector("explainedVariance")};
}

}  // namespace ferro::ml
