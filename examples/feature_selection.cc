// Which features are worth keeping? feature_selection FILE.csv LABEL, where LABEL is a column of classes; the other
// columns that are numbers are the features, of rows where none is empty. Asks in three ways: each feature by itself
// (filter), by models of more and more features (wrapper), and by what a model with an L1 penalty makes of them
// (embedded).
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <ferro/ferro.h>
#include <ferro/ml.h>

using namespace ferro;

// How well a model of the selected features does on rows that nobody has seen.
void report(const char* title, const std::vector<int32_t>& selected, const ml::Transformer& selector,
            const std::vector<std::string>& names, const DataFrame& train, const DataFrame& test) {
  const auto model = ml::LogisticRegression({.featuresCol = "selected", .maxIter = 50, .regParam = 0.001})
                         .fit(selector.transform(train));
  std::printf("%-9s accuracy %.4f with %zu of %zu:", title, model.evaluate(selector.transform(test)).accuracy(),
              selected.size(), names.size());
  for (const int32_t feature : selected) std::printf(" %s", names[static_cast<size_t>(feature)].c_str());
  std::printf("\n");
}

int main(int argc, char** argv) {
  Session session(argc, argv);
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s FILE.csv LABEL\n", argv[0]);
    return 2;
  }
  const DataFrame rows = session.read().option("header", true).option("inferSchema", true).csv(argv[1]);
  std::vector<std::string> names;
  std::string made(std::string(argv[2]).size(), '_');  // as long as any name in the file: what ends with it is new
  for (const auto& [name, type] : rows.drop(argv[2]).dtypes()) {
    made.resize(std::max(made.size(), name.size()), '_');
    if (type != "string" && type != "date" && !type.starts_with("timestamp")) names.push_back(name);
    else std::printf("%s is left out: its type is %s\n", name.c_str(), type.c_str());
  }
  const std::string label = "class" + made, raw = "raw" + made, scaled = "scaled" + made;
  const auto classes = ml::StringIndexer({.inputCol = argv[2], .outputCol = label, .handleInvalid = "skip"}).fit(rows);
  if (const auto found = static_cast<int64_t>(classes.labels().size()), all = rows.count();
      found > std::min<int64_t>(100, all / 2)) {
    throw Error(ErrorCode::kInvalidArgument, std::string(argv[2]) + " has " + std::to_string(found) + " values in " +
                                                 std::to_string(all) + " rows; name a column of classes");
  }
  const ml::Pipeline preparation({
      classes,
      ml::VectorAssembler({.inputCols = names, .outputCol = raw, .handleInvalid = "skip"}),
      ml::StandardScaler({.inputCol = raw, .outputCol = scaled, .withMean = true}),
  });
  const DataFrame prepared =
      preparation.fit(rows).transform(rows).select(col(label).as("label"), col(scaled).as("features"));
  auto [train, test] = prepared.cache().randomSplit<2>({0.7, 0.3}, /*seed=*/5);

  const auto filter =
      ml::UnivariateFeatureSelector(
          {.featureType = "continuous", .labelType = "categorical", .outputCol = "selected", .selectionThreshold = 5})
          .fit(train);
  report("filter", filter.selectedFeatures(), filter, names, train, test);

  const auto wrapper =
      ml::StepwiseSelector({.estimator = ml::LogisticRegression({.maxIter = 20, .regParam = 0.001}),
                            .evaluator = ml::MulticlassClassificationEvaluator({.metricName = "accuracy"}),
                            .outputCol = "selected",
                            .maxFeatures = 5})
          .fit(train);
  report("wrapper", wrapper.selectedFeatures(), wrapper, names, train, test);

  const auto embedded =
      ml::CoefficientSelector(
          {.estimator = ml::LogisticRegression({.regParam = 0.05, .elasticNetParam = 1}), .outputCol = "selected"})
          .fit(train);
  report("embedded", embedded.selectedFeatures(), embedded, names, train, test);
}
