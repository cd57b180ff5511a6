// The classic first program of machine learning on tables: who earns more than 50,000 a year? census FILE.csv, where
// the file has the columns of the census data (census_rows makes such a file).
#include <cstdio>
#include <string>
#include <vector>

#include <ferro/ferro.h>
#include <ferro/ml.h>

using namespace ferro;

const std::vector<std::string> kNumbers{"Age",          "fnlwgt",       "Education-Num",
                                        "Capital Gain", "Capital Loss", "Hours per week"};
const std::vector<std::string> kTexts{"Workclass", "Education", "Marital Status", "Occupation", "Relationship",
                                      "Race",      "Sex",       "Country"};

std::vector<std::string> withSuffix(std::vector<std::string> names, const char* suffix) {
  for (std::string& name : names) name += suffix;
  return names;
}

int main(int argc, char** argv) {
  Session session(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FILE.csv\n", argv[0]);
    return 2;
  }
  const DataFrame people = session.read().option("header", true).option("inferSchema", true).csv(argv[1]).cache();
  auto [train, test] = people.randomSplit<2>({0.8, 0.2}, /*seed=*/42);

  std::vector<std::string> inputs = kNumbers;
  for (const std::string& name : withSuffix(kTexts, "Vec")) inputs.push_back(name);
  const ml::Pipeline pipeline({
      ml::StringIndexer({.inputCol = "Income", .outputCol = "label"}),
      ml::StringIndexer({.inputCols = kTexts, .outputCols = withSuffix(kTexts, "Idx"), .handleInvalid = "keep"}),
      ml::OneHotEncoder({.inputCols = withSuffix(kTexts, "Idx"), .outputCols = withSuffix(kTexts, "Vec")}),
      ml::VectorAssembler({.inputCols = inputs, .outputCol = "assembled"}),
      ml::StandardScaler({.inputCol = "assembled", .outputCol = "features"}),
      ml::LogisticRegression({.maxIter = 10, .regParam = 0.3, .elasticNetParam = 0.8}),
  });
  // So strong a penalty leaves no feature here; see what weaker ones do.
  for (const double regParam : {0.3, 0.03, 0.003}) {
    const ml::ParamMap penalty{{pipeline.stages().back()->uid(), "regParam", regParam}};
    ml::Pipeline changed = pipeline;
    changed.apply(penalty);
    const DataFrame scored = changed.fit(train).transform(test);
    const double accuracy = ml::MulticlassClassificationEvaluator({.metricName = "accuracy"}).evaluate(scored);
    std::printf("regParam %-6g accuracy %.4f  area under the ROC %.4f\n", regParam, accuracy,
                ml::BinaryClassificationEvaluator().evaluate(scored));
  }
}
