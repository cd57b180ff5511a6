#include <filesystem>

#include "ferro/mllib/ml.h"
#include "ferro/mllib/persist/reader.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

namespace {

DataFrame sample(const Session& session) {
  return frameOf(session, "w string, x double, v vector", R"([
      {"w":"b","x":1,"v":{"type":1,"size":null,"indices":null,"values":[1,2]}},
      {"w":"a","x":2.5,"v":{"type":0,"size":2,"indices":[1],"values":[-4]}},
      {"w":"b","x":NaN,"v":{"type":1,"size":null,"indices":null,"values":[0.5,2]}}])");
}

ml::Pipeline somePipeline() {
  return ml::Pipeline({
      ml::StringIndexer({.inputCol = "w", .outputCol = "i", .handleInvalid = "keep"}),
      ml::OneHotEncoder({.inputCols = {"i"}, .outputCols = {"o"}}),
      ml::Imputer({.inputCol = "x", .outputCol = "f"}),
      ml::VectorAssembler({.inputCols = {"o", "v", "f"}, .outputCol = "all"}),
      ml::MinMaxScaler({.inputCol = "all", .outputCol = "s", .max = 5}),
  });
}

}  // namespace

TEST_CASE("a pipeline and its model are the same after save and load") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Folder folder;
    const DataFrame rows = sample(session);
    const ml::Pipeline pipeline = somePipeline();
    const ml::PipelineModel model = pipeline.fit(rows);
    model.save(folder / "model");
    pipeline.save(folder / "pipeline");
    const auto loaded = ml::PipelineModel::load(folder / "model");
    CHECK(loaded.uid() == pipeline.uid());
    CHECK(vectorTexts(loaded.transform(rows), "s") == vectorTexts(model.transform(rows), "s"));
    const auto again = ml::Pipeline::load(folder / "pipeline").fit(rows);
    CHECK(vectorTexts(again.transform(rows), "s") == vectorTexts(model.transform(rows), "s"));
    CHECK(loaded.stage<ml::MinMaxScalerModel>().settings().max == 5);
    CHECK(filesIn(folder / "model/metadata") == std::vector<std::string>{"_SUCCESS", "part-00000"});
  });
}

TEST_CASE("saving does not replace what is there unless told to, and leaves nothing half-written") {
  const Folder folder;
  const ml::Normalizer first({.inputCol = "a", .outputCol = "b"});
  const ml::Normalizer second({.inputCol = "a", .outputCol = "b", .p = 3});
  first.save(folder / "stage");
  CHECK_THROWS_WITH(second.save(folder / "stage"), Catch::Contains("is there already; use write().overwrite()"));
  CHECK(ml::Normalizer::load(folder / "stage").uid() == first.uid());
  second.write().overwrite().save(folder / "stage/");
  CHECK(ml::Normalizer::load(folder / "stage").settings().p == 3);
  size_t entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / ".")) entries += entry.exists() ? 1 : 0;
  CHECK(entries == 1);
}

TEST_CASE("a directory that is missing, incomplete or of another stage is an error that says which") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Folder folder;
    const auto model = ml::StringIndexer({.inputCol = "w", .outputCol = "i"}).fit(sample(session));
    model.save(folder / "model");
    CHECK_THROWS_WITH(ml::StringIndexerModel::load(folder / "other"), Catch::Contains("there is no saved model in"));
    CHECK_THROWS_WITH(ml::StringIndexer::load(folder / "model"),
                      Catch::Contains("is of class org.apache.spark.ml.feature.StringIndexerModel, not"));
    for (const auto& entry : std::filesystem::directory_iterator(folder / "model/data")) {
      if (entry.path().extension() == ".parquet") std::filesystem::resize_file(entry.path(), entry.file_size() / 2);
    }
    CHECK_THROWS_WITH(ml::StringIndexerModel::load(folder / "model"),
                      Catch::Contains("is not whole") && Catch::Contains("save it again"));
    std::filesystem::remove_all(folder / "model/data");
    CHECK_THROWS_WITH(ml::StringIndexerModel::load(folder / "model"), Catch::Contains("data/ has no Parquet file"));
    writeFile(folder / "model/metadata/part-00000", "{\"class\":");
    CHECK_THROWS_WITH(ml::StringIndexerModel::load(folder / "model"), Catch::Contains("is not JSON"));
    writeFile(folder / "model/metadata/part-00000",
              R"({"class":"org.apache.spark.ml.feature.StringIndxer","uid":"u"})");
    CHECK_THROWS_WITH(ml::loadStage(folder / "model"),
                      Catch::Contains("the nearest is org.apache.spark.ml.feature.StringIndexer"));
    std::filesystem::remove_all(folder / "model/metadata");
    CHECK_THROWS_WITH(ml::StringIndexerModel::load(folder / "model"),
                      Catch::Contains("metadata/part-00000 is missing"));
    ml::Pipeline({ml::StringIndexer({.inputCol = "w", .outputCol = "i"}), ml::Normalizer()}).save(folder / "pipeline");
    for (const auto& entry : std::filesystem::directory_iterator(folder / "pipeline/stages")) {
      if (entry.path().filename().string().starts_with("1_")) std::filesystem::remove_all(entry.path());
    }
    CHECK_THROWS_WITH(ml::Pipeline::load(folder / "pipeline"),
                      Catch::Contains("is not whole: stages/1_Normalizer") && Catch::Contains("save it again"));
  });
}

TEST_CASE("a pipeline says before it runs a job what cannot work") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame rows = sample(session);
    const ml::Pipeline wrong({ml::Imputer({.inputCol = "x", .outputCol = "f"}),
                              ml::VectorAssembler({.inputCols = {"f", "w"}, .outputCol = "all"}, "va")});
    CHECK_THROWS_WITH(wrong.fit(rows), Catch::Contains("va cannot use column `w` of type string"));
    CHECK_THROWS_WITH(somePipeline().fit(rows).stage<ml::RobustScalerModel>(),
                      Catch::Contains("has no stage of class"));
  });
}

TEST_CASE("a copy of a pipeline takes other parameters by the uid of their stage") {
  const ml::Normalizer inner({.inputCol = "a", .outputCol = "b"});
  const ml::AnyEstimator pipeline = ml::Pipeline({inner});
  const auto changed = pipeline.with({{inner.uid(), "p", 1}});
  CHECK(changed.as<ml::Pipeline>()->stages()[0].as<ml::Normalizer>()->settings().p == 1);
  CHECK(pipeline.as<ml::Pipeline>()->stages()[0].as<ml::Normalizer>()->settings().p == 2);
}
