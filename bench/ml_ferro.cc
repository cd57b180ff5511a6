// The ml benchmark as a user would write it: ml_ferro NAME FOLDER. dense20, dense500, sparse and a9a fit a cached table
// of vectors with one tolerance after the other until the judge, who is asked through standard output and answers on
// standard input, is content; csv does the same from a file. pass20, pass500, passSparse and iteration time one fused
// pass over training blocks.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <ferro/ferro.h>
#include <ferro/ml.h>

#include "ferro/mllib/blocks/training_data.h"

namespace {

using namespace ferro;

constexpr size_t kRuns = 3;
constexpr int kPasses = 15;
constexpr int kShortPasses = 300;
constexpr int64_t kBlockBytes = 1 << 20;

double secondsOf(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double medianOf(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

ml::LogisticRegressionModel fit(const DataFrame& table, double penalty, double tolerance, const std::string& solver) {
  return ml::LogisticRegression({.maxIter = 1000,
                                 .regParam = penalty,
                                 .tol = tolerance,
                                 .fitIntercept = false,
                                 .standardization = false,
                                 .solver = solver})
      .fit(table);
}

bool isGood(const ml::LogisticRegressionModel& model, const std::string& file) {
  const std::vector<double> coefficients = model.coefficients().toArray();
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(coefficients.data()),
             static_cast<std::streamsize>(coefficients.size() * sizeof(double)));
  std::printf("{\"ask\": {\"coefficients\": \"%s\"}}\n", file.c_str());
  std::fflush(stdout);
  std::string reply;
  return std::getline(std::cin, reply) && reply == "good";
}

using Fit = std::function<ml::LogisticRegressionModel(double tolerance)>;

// Prints the median time of three fits with the first tolerance that is good. extra: what else is worth saying.
int climb(const Fit& fitWith, const std::string& file, const std::function<std::string()>& extra) {
  for (double tolerance = 0.1; tolerance > 1e-11; tolerance /= 10) {
    std::vector<double> seconds;
    std::optional<ml::LogisticRegressionModel> model;
    seconds.push_back(secondsOf([&] { model = fitWith(tolerance); }));
    if (!isGood(*model, file)) continue;
    const std::string note =
        model->summary().solver() + ", " + std::to_string(model->summary().totalIterations()) + " iterations";
    while (seconds.size() < kRuns) seconds.push_back(secondsOf([&] { fitWith(tolerance); }));
    std::printf("{\"seconds\": %.9f, \"answer\": \"reached\", \"note\": \"%s, tol %g%s\"}\n", medianOf(seconds),
                note.c_str(), tolerance, extra().c_str());
    return 0;
  }
  return std::fprintf(stderr, "1e-6 is not reached with any tolerance\n"), 1;
}

int fromCsv(const Session& session, const std::string& folder, const std::string& solver) {
  const auto model = [&](double tolerance) {
    const DataFrame table =
        session.read().option("header", true).option("inferSchema", true).csv(folder + "/dense20.csv");
    std::vector<std::string> features;
    for (const std::string& name : table.columns()) {
      if (name != "label") features.push_back(name);
    }
    const ml::VectorAssembler assembler({.inputCols = features, .outputCol = "features"});
    return fit(assembler.transform(table), 1e-6, tolerance, solver);
  };
  return climb(model, folder + "/coefficients-ferro-csv.f64", [] { return std::string(); });
}

DataFrame cached(const Session& session, const std::string& path) {
  DataFrame table = session.read().parquet(path).cache();
  table.count();
  return table;
}

int fromVectors(const Session& session, const std::string& name, const std::string& folder, const std::string& solver) {
  const DataFrame table = cached(session, folder + "/" + name + ".parquet");
  const double penalty = (name == "sparse" ? 0.1 : 1.0) / static_cast<double>(table.count());
  const auto blocksTime = [&] {
    std::vector<double> seconds;
    for (size_t run = 0; run < kRuns; ++run) {
      seconds.push_back(secondsOf([&] { ml::TrainingData(table, {"label", "features", "", kBlockBytes}, "bench"); }));
    }
    char text[64];
    std::snprintf(text, sizeof(text), ", of which blocks %.0f ms", medianOf(seconds) * 1000);
    return std::string(text);
  };
  return climb([&](double tolerance) { return fit(table, penalty, tolerance, solver); },
               folder + "/coefficients-ferro-" + name + ".f64", blocksTime);
}

// The best time of some passes that give loss and gradient.
int passes(const DataFrame& table, int times) {
  ml::TrainingData data(table, {"label", "features", "", kBlockBytes}, "bench");
  ml::LossRequest request;
  request.numFeatures = data.summary().numFeatures;
  request.coefficients.assign(static_cast<size_t>(request.numFeatures), 0.01);
  request.offsets = {0.0};
  std::vector<double> seconds;
  for (int i = 0; i < times; ++i) seconds.push_back(secondsOf([&] { data.sum(request); }));
  std::printf("{\"seconds\": %.9f, \"answer\": %lld, \"note\": \"median %.3f ms, %d partitions\"}\n",
              *std::min_element(seconds.begin(), seconds.end()), static_cast<long long>(data.summary().numRows),
              medianOf(seconds) * 1000, data.blocks()->numPartitions());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Session session(argc, argv);
  if (argc < 3) return std::fprintf(stderr, "usage: ml_ferro NAME FOLDER [SOLVER]\n"), 2;
  const std::string name = argv[1];
  const std::string folder = argv[2];
  const std::string solver = argc > 3 ? argv[3] : "auto";
  if (name == "csv") return fromCsv(session, folder, solver);
  if (name == "pass20") return passes(cached(session, folder + "/dense20.parquet"), kPasses);
  if (name == "pass500") return passes(cached(session, folder + "/dense500.parquet"), kPasses);
  if (name == "passSparse") return passes(cached(session, folder + "/sparse.parquet"), kPasses);
  if (name == "iteration") {
    const DataFrame few = session.read().parquet(folder + "/dense20.parquet").limit(2000).repartition(2);
    return passes(few, kShortPasses);
  }
  return fromVectors(session, name, folder, solver);
}
