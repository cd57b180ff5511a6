// Training from lines of text, as with Spark's RDD-based API: labeled_points POINTS. Each line of the input is a label
// (0, 1, ...) and its features, as `(1.0,[0.5,2.0])` or `1.0,0.5 2.0`.
#include <cstdio>

#include <ferro/ferro.h>
#include <ferro/ml.h>

using namespace ferro;
using ml::LabeledPoint;
using ml::Vectors;

int main(int argc, char** argv) {
  Session session(argc, argv);
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s POINTS\n", argv[0]);
    return 2;
  }
  auto points = session.textFile(argv[1])
                    .filter([](std::string_view line) { return !line.empty() && line[0] != '#'; })
                    .map([](std::string_view line) { return LabeledPoint::parse(line); })
                    .cache();
  std::printf("%lld points, the first is %s\n", static_cast<long long>(points.count()),
              points.first().toString().c_str());

  // Rows of the program's own, as points.
  auto squared = points.map([](const LabeledPoint& point) {
    std::vector<double> features = point.features.toArray();
    const size_t numFeatures = features.size();
    for (size_t i = 0; i < numFeatures; ++i) features.push_back(features[i] * features[i]);
    return LabeledPoint{point.label, Vectors::dense(std::move(features))};
  });
  for (const auto& [title, rows] : {std::pair("as they are", points), std::pair("with squares", squared)}) {
    auto [train, test] = ml::toDF(rows).randomSplit<2>({0.7, 0.3}, /*seed=*/11);
    const ml::LogisticRegressionModel model = ml::LogisticRegression({.regParam = 0.001}).fit(train);
    std::printf("features %s: accuracy %.4f, coefficients %s\n", title, model.evaluate(test).accuracy(),
                model.coefficientMatrix().numRows() == 1 ? model.coefficients().toString().c_str() : "of many classes");
  }
}
