// What the public API promises, as a user writes it: these lines compile against every later version.
#include <ferro/ferro.h>
#include <ferro/ml.h>

struct Point {
  double x, y;
  int64_t id;
};
struct Model {
  double weight;
};
struct Person {
  std::string name;
  int32_t age;
};

void words(int argc, char** argv) {
  ferro::Session session(argc, argv);
  auto counts = session.textFile(argv[1])
                    .flatMap([](std::string_view line) { return ferro::split(line, ' '); })
                    .map([](std::string_view word) { return std::pair(std::string(word), int64_t{1}); })
                    .reduceByKey([](int64_t a, int64_t b) { return a + b; });
  counts.saveAsTextFile(argv[2]);
}

void functions(ferro::Session& session, const ferro::Rdd<Point>& rdd) {
  double threshold = 0.5;
  std::string prefix = "id";
  rdd.filter([](const Point& p, double limit) { return p.x > limit; }, threshold)
      .map([](const Point& p, const std::string& text) { return text + std::to_string(p.x); }, prefix);
  ferro::Broadcast<Model> model = session.broadcast(Model{2});
  rdd.map([](const Point& p, const ferro::Broadcast<Model>& m) { return m->weight * p.x; }, model);
}

using namespace ferro;

void frames(Session& session) {
  DataFrame people = session.read().option("header", true).option("inferSchema", true).csv("adult.csv");
  people.printSchema();
  people.where(col("age") > 30 && col("occupation").isNotNull())
      .groupBy("education")
      .agg(count("*").as("n"), avg("hours-per-week").as("hours"))
      .orderBy(desc("n"))
      .show();
  people.write().mode("overwrite").parquet("adult.parquet");
  std::shared_ptr<arrow::Table> table = people.limit(10).collect();
  Rdd<Person> typed = people.as<Person>();
  session.createDataFrame(table);
  for (const ferro::Row& row : people.take(5))
    std::cout << row.get<std::string>("education") << " " << row.get<double>("age") << "\n";
  double mean = people.agg(avg("age")).first().get<double>(0);
  std::cout << mean << "\n";
  people.join(people, {"id"}, "left").show();
  try {
    people.show();
  } catch (const ferro::Error& error) {
    const std::runtime_error& base = error;
    std::cout << base.what() << static_cast<int>(error.code());
  }
}

void learning(Session& session, char** argv) {
  auto rows = session.read().option("header", true).option("inferSchema", true).csv(argv[1]);
  auto [train, test] = rows.randomSplit<2>({0.8, 0.2}, /*seed=*/7);
  ml::Pipeline pipeline({
      ml::StringIndexer({.inputCol = "income", .outputCol = "label"}),
      ml::OneHotEncoder({.inputCols = {"workclassIdx"}, .outputCols = {"workclassVec"}}),
      ml::VectorAssembler({.inputCols = {"age", "workclassVec"}, .outputCol = "raw"}),
      ml::StandardScaler({.inputCol = "raw", .outputCol = "features"}),
      ml::LogisticRegression({.maxIter = 100, .regParam = 0.01, .elasticNetParam = 0.5}),
  });
  ml::PipelineModel model = pipeline.fit(train);
  DataFrame scored = model.transform(test);
  std::cout << "AUC " << ml::BinaryClassificationEvaluator().evaluate(scored) << "\n";
  model.write().overwrite().save("income-model");
  ml::LogisticRegression().setMaxIter(50).setRegParam(0.01).params().set("regParam", 0.1);
  for (double c : model.stage<ml::LogisticRegressionModel>().coefficients()) std::cout << c;
}
