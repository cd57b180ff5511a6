// Which penalty is best? model_choice FILE.csv LABEL, where LABEL is a column of two or more classes. Learns from the
// other columns that are numbers, and from rows where none is empty: tries all combinations of a grid on folds of the
// rows, and prints how each does.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <ferro/ferro.h>
#include <ferro/ml.h>

using namespace ferro;

int main(int argc, char** argv) {
  Session session(argc, argv);
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s FILE.csv LABEL\n", argv[0]);
    return 2;
  }
  const DataFrame rows = session.read().option("header", true).option("inferSchema", true).csv(argv[1]).cache();
  std::vector<std::string> inputs;
  std::string made(std::string(argv[2]).size(), '_');  // as long as any name in the file: what ends with it is new
  for (const auto& [name, type] : rows.drop(argv[2]).dtypes()) {
    made.resize(std::max(made.size(), name.size()), '_');
    if (type != "string" && type != "date" && !type.starts_with("timestamp")) inputs.push_back(name);
    else std::printf("%s is left out: its type is %s\n", name.c_str(), type.c_str());
  }
  const std::string label = "class" + made, features = "features" + made, prediction = "prediction" + made;
  const auto classes = ml::StringIndexer({.inputCol = argv[2], .outputCol = label, .handleInvalid = "skip"}).fit(rows);
  if (const auto found = static_cast<int64_t>(classes.labels().size()), all = rows.count();
      found > std::min<int64_t>(100, all / 2)) {
    throw Error(ErrorCode::kInvalidArgument, std::string(argv[2]) + " has " + std::to_string(found) + " values in " +
                                                 std::to_string(all) + " rows; name a column of classes");
  }
  const ml::LogisticRegression regression({.featuresCol = features,
                                           .labelCol = label,
                                           .predictionCol = prediction,
                                           .probabilityCol = "probability" + made,
                                           .rawPredictionCol = "rawPrediction" + made,
                                           .maxIter = 50});
  const ml::Pipeline pipeline({
      classes,
      ml::VectorAssembler({.inputCols = inputs, .outputCol = features, .handleInvalid = "skip"}),
      regression,
  });
  const auto grid = ml::ParamGridBuilder()
                        .addGrid(regression, "regParam", {0.001, 0.01, 0.1})
                        .addGrid(regression, "elasticNetParam", {0.0, 0.5, 1.0})
                        .build();
  auto [train, test] = rows.randomSplit<2>({0.8, 0.2}, /*seed=*/7);
  const ml::MulticlassClassificationEvaluator accuracy(
      {.metricName = "accuracy", .predictionCol = prediction, .labelCol = label});
  const auto chosen = ml::CrossValidator({.estimator = pipeline,
                                          .estimatorParamMaps = grid,
                                          .evaluator = accuracy,
                                          .numFolds = 3,
                                          .seed = 7,
                                          .parallelism = 2})
                          .fit(train);
  std::printf("accuracy  parameters\n");
  for (size_t i = 0; i < grid.size(); ++i) {
    std::printf("  %.4f ", chosen.avgMetrics()[i]);
    for (const ml::ParamSetting& setting : grid[i]) {
      std::printf(" %s=%s", setting.name.c_str(), setting.value.text().c_str());
    }
    std::printf(i == chosen.bestIndex() ? "  <- the best\n" : "\n");
  }
  std::printf("%.4f on rows that no fold has seen\n", accuracy.evaluate(chosen.transform(test)));
}
