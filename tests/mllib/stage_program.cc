// Stages between Ferro and other engines: `stage_program transform STAGE IN OUT` writes what a saved stage (an
// estimator is fitted first) makes of a Parquet table, `fit ESTIMATOR IN MODEL` saves what it learns from one, and
// `copy STAGE TARGET` loads a stage and saves it again. `summarize ESTIMATOR IN OUT` writes the training summary of a
// LinearRegression as JSON.
#include <cstdio>
#include <fstream>
#include <string>

#include "ferro/engine/ferro.h"
#include "ferro/mllib/ml.h"
#include "ferro/mllib/persist/json.h"
#include "ferro/mllib/persist/reader.h"

namespace {

using namespace ferro;

std::shared_ptr<const ml::Transformer> fitted(const std::shared_ptr<const ml::Stage>& stage, const DataFrame& rows) {
  if (const auto* estimator = dynamic_cast<const ml::Estimator*>(stage.get())) return estimator->fitAny(rows);
  return std::dynamic_pointer_cast<const ml::Transformer>(stage);
}

ml::JsonValue jsonOf(const std::vector<double>& numbers) {
  ml::JsonValue list{ml::JsonValue::Array()};
  for (const double number : numbers) list.append(number);
  return list;
}

// What a fitted LinearRegression knows of itself, under Spark's names.
std::string summaryOf(const ml::LinearRegressionModel& model) {
  const auto& summary = model.summary();
  ml::JsonValue json;
  json.add("coefficientStandardErrors", jsonOf(summary.coefficientStandardErrors()));
  json.add("tValues", jsonOf(summary.tValues()));
  json.add("pValues", jsonOf(summary.pValues()));
  json.add("devianceResiduals", jsonOf(summary.devianceResiduals()));
  json.add("r2", summary.r2());
  json.add("r2adj", summary.r2adj());
  json.add("rootMeanSquaredError", summary.rootMeanSquaredError());
  json.add("meanSquaredError", summary.meanSquaredError());
  json.add("meanAbsoluteError", summary.meanAbsoluteError());
  json.add("explainedVariance", summary.explainedVariance());
  json.add("degreesOfFreedom", summary.degreesOfFreedom());
  json.add("numInstances", summary.numInstances());
  return json.text();
}

void run(int argc, char** argv) {
  const std::string command = argv[1];
  const auto stage = ml::loadStage(argv[2]);
  if (command == "copy") {
    stage->write().overwrite().save(argv[3]);
    return;
  }
  if (argc < 5) throw Error(ErrorCode::kInvalidArgument, command + " takes a stage, a table and a target");
  const Session session(Conf().setMaster("local[2]"));
  const auto model = fitted(stage, session.read().parquet(argv[3]));
  if (command == "summarize") {
    const auto* linear = dynamic_cast<const ml::LinearRegressionModel*>(model.get());
    if (linear == nullptr) throw Error(ErrorCode::kInvalidArgument, "summarize takes a LinearRegression");
    std::ofstream(argv[4]) << summaryOf(*linear);
  } else if (command == "fit") {
    model->write().overwrite().save(argv[4]);
  } else {
    model->transform(session.read().parquet(argv[3])).write().mode("overwrite").parquet(argv[4]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  ferro::runIfExecutor();
  if (argc < 4) {
    std::fprintf(stderr, "usage: stage_program transform|fit|summarize STAGE IN OUT, or copy STAGE TARGET\n");
    return 2;
  }
  try {
    run(argc, argv);
    return 0;
  } catch (const ferro::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
