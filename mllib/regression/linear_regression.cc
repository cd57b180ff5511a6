#include "ferro/mllib/regression/linear_regression.h"

#include <cmath>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/mllib/blocks/training_data.h"
#include "ferro/mllib/classification/linear_scorer.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/evaluation/scored_rows.h"
#include "ferro/mllib/linalg/vector_column.h"
#include "ferro/mllib/params/param_table.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/regression/linear_training.h"

namespace ferro::ml {
namespace {

struct LinearPrediction {
  std::vector<double> coefficients{};
  double intercept = 0;

  double operator()(const VectorView& vector) const {
    double margin = intercept;
    addMargins(vector, coefficients, {&margin, 1});
    return margin;
  }

  static TypePtr resultType() { return arrow::float64(); }
  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const VectorColumn features(arguments.column(0), arguments.schema()->field(0)->name());
    arrow::DoubleBuilder builder(pool);
    check(builder.Reserve(features.length()), "allocating predictions");
    for (int64_t row = 0; row < features.length(); ++row) {
      features.isNull(row) ? builder.UnsafeAppendNull() : builder.UnsafeAppend((*this)(features[row]));
    }
    return ferro::valueOf(builder.Finish(), "making predictions");
  }
};

SchemaPtr withPredictionField(const arrow::Schema& schema, const LinearRegressionParams& params,
                              std::string_view stage) {
  requireVectorField(schema, params.featuresCol, stage);
  return withField(schema, params.predictionCol, arrow::float64(), false, stage);
}

}  // namespace

const ParamTable& LinearRegressionParams::table() {
  using P = LinearRegressionParams;
  static const ParamTable kTable =
      ParamTableOf<P>("LinearRegression")
          .add("featuresCol", &P::featuresCol, "features column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("weightCol", &P::weightCol, "weight column name; without it all weights are 1")
          .add("predictionCol", &P::predictionCol, "prediction column name")
          .add("maxIter", &P::maxIter, "the most iterations", atLeast(0))
          .add("regParam", &P::regParam, "how much coefficients are penalised", atLeast(0))
          .add("elasticNetParam", &P::elasticNetParam, "the share of the L1 penalty; 0 is L2 alone", between(0, 1))
          .add("tol", &P::tol, "how little must change for training to end", atLeast(0))
          .add("fitIntercept", &P::fitIntercept, "whether there is an intercept")
          .add("standardization", &P::standardization, "whether the penalty is one of standardised features")
          .add("solver", &P::solver, "how the objective is minimised", oneOf({"auto", "normal", "l-bfgs"}))
          .add("loss", &P::loss, "what is minimised", oneOf({"squaredError", "huber"}))
          .add("epsilon", &P::epsilon, "from how many scales on a residual counts linearly, for huber", moreThan(1))
          .add("aggregationDepth", &P::aggregationDepth, "depth of tree aggregation", atLeast(2))
          .add("maxBlockSizeInMB", &P::maxBlockSizeInMB, "about how large training blocks are; 0 for 1 MB", atLeast(0))
          .build();
  return kTable;
}

SchemaPtr LinearRegression::transformSchema(const arrow::Schema& schema) const {
  requireNumericField(schema, settings().labelCol, shortName());
  return withPredictionField(schema, settings(), shortName());
}

LinearRegressionModel LinearRegression::fit(const DataFrame& frame) const {
  const LinearRegressionParams& own = settings();
  static_cast<void>(transformSchema(*frame.schema()));
  if (own.loss == "huber" && (own.elasticNetParam != 0 || own.solver == "normal")) {
    throw Error(ErrorCode::kInvalidArgument,
                "LinearRegression: the huber loss goes with an L2 penalty and solver l-bfgs only; set elasticNetParam "
                "to 0 and solver to \"auto\"");
  }
  const BlockOptions blocks = blockOptionsOf(own);
  TrainingData data(frame, blocks, "LinearRegression");
  LinearSettings training;
  training.regParam = own.regParam;
  training.elasticNetParam = own.elasticNetParam;
  training.fitIntercept = own.fitIntercept;
  training.standardization = own.standardization;
  training.solver = own.solver;
  training.isHuber = own.loss == "huber";
  training.epsilon = own.epsilon;
  training.options = {own.maxIter, own.tol, onIteration_};
  LinearFit fitted = trainLinear(data, data.summary(), training);
  const LinearRegressionModel model(own, uid(), Vector::dense(std::move(fitted.coefficients)), fitted.intercept,
                                    fitted.scale);
  // The table is read again if somebody asks: most do not, and the blocks go when the training is over.
  const auto inverseDiagonal = [frame, blocks, training] {
    TrainingData again(frame, blocks, "LinearRegression");
    return inverseDiagonalOfNormal(again, again.summary(), training);
  };
  return model.withSummary(RegressionTrainingSummary(model.evaluate(frame), fitted.result.objectiveHistory,
                                                     fitted.result.solver, fitted.result.reason, inverseDiagonal));
}

LinearRegressionModel::LinearRegressionModel(LinearRegressionParams settings, std::string uid, Vector coefficients,
                                             double intercept, double scale)
    : ModelOf(std::move(settings), std::move(uid)),
      coefficients_(std::move(coefficients)),
      intercept_(intercept),
      scale_(scale) {}

std::vector<double> LinearRegressionModel::coefficientSizes() const {
  std::vector<double> sizes = coefficients_.toArray();
  for (double& size : sizes) size = std::abs(size);
  return sizes;
}

double LinearRegressionModel::predict(const Vector& features) const {
  return LinearPrediction{coefficients_.toArray(), intercept_}(features.view());
}

SchemaPtr LinearRegressionModel::transformSchema(const arrow::Schema& schema) const {
  return withPredictionField(schema, settings(), shortName());
}

DataFrame LinearRegressionModel::transform(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  return frame.withColumn(settings().predictionCol,
                          columnFunction("prediction", LinearPrediction{coefficients_.toArray(), intercept_},
                                         {columnOf(frame, settings().featuresCol)}));
}

RegressionSummary LinearRegressionModel::evaluate(const DataFrame& frame) const {
  const DataFrame predictions = transform(frame);
  const auto& own = settings();
  return {predictions,
          regressionMetrics(predictions, {"LinearRegressionModel", own.labelCol, own.predictionCol, own.weightCol}),
          {own.labelCol, own.predictionCol, coefficients_.toArray(), intercept_, own.fitIntercept}};
}

const RegressionTrainingSummary& LinearRegressionModel::summary() const {
  if (summary_ == nullptr) {
    throw Error(ErrorCode::kNotFound,
                "this LinearRegressionModel has no training summary: it was loaded; evaluate(data) makes one");
  }
  return *summary_;
}

LinearRegressionModel LinearRegressionModel::withSummary(RegressionTrainingSummary summary) const {
  LinearRegressionModel copy = *this;
  copy.summary_ = std::make_shared<const RegressionTrainingSummary>(std::move(summary));
  return copy;
}

void LinearRegressionModel::writeData(StageWriter& writer) const {
  writer.writeTable(
      *RowTable().add("intercept", intercept_).add("coefficients", coefficients_).add("scale", scale_).table());
}

LinearRegressionModel LinearRegressionModel::read(const SavedStage& saved) {
  LinearRegressionParams settings;
  saved.readParams(LinearRegressionParams::table(), &settings);
  const SavedTable data = saved.table();
  const double scale = data.hasColumn("scale") ? data.number("scale") : 1.0;
  return {std::move(settings), saved.uid(), data.vector("coefficients"), data.number("intercept"), scale};
}

}  // namespace ferro::ml
