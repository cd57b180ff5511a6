// Which penalty is best? model_choice FILE.csv LABEL, where LABEL is a column of two or more classes and the other
// columns are numbers. Tries all combinations of a grid on folds of the rows, and prints how each does.
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
  for (const std::string& name : rows.columns()) {
    if (name != argv[2]) inputs.push_back(name);
  }
  const ml::LogisticRegression regression({.labelCol = "class", .maxIter = 50});
  const ml::Pipeline pipeline({
      ml::StringIndexer({.inputCol = argv[2], .outputCol = "class"}),
      ml::VectorAssembler({.inputCols = inputs, .outputCol = "features"}),
      regression,
  });
  const auto grid = ml::ParamGridBuilder()
                        .addGrid(regression, "regParam", {0.001, 0.01, 0.1})
                        .addGrid(regression, "elasticNetParam", {0.0, 0.5, 1.0})
                        .build();
  auto [train, test] = rows.randomSplit<2>({0.8, 0.2}, /*seed=*/7);
  const ml::MulticlassClassificationEvaluator accuracy({.metricName = "accuracy", .labelCol = "class"});
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
