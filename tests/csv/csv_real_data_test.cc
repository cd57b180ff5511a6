#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <arrow/api.h>

#include "csv_table.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"

using namespace ferro;
using namespace ferro::test;

namespace {

std::string dataFile(const std::string& name) {
  const char* folder = std::getenv("FERRO_TEST_DATA");
  return std::string(folder != nullptr ? folder : FERRO_DEFAULT_TEST_DATA) + "/" + name;
}

bool isHere(const std::string& path) {
  if (std::filesystem::exists(path)) return true;
  WARN(path << " is not here; set FERRO_TEST_DATA");
  return false;
}

}  // namespace

TEST_CASE("the census data has Spark's schema, and as many nulls") {
  const std::string path = dataFile("adult.csv");
  if (!isHere(path)) return;
  CsvCase csv;
  const auto relation = csv.relation(path, kInferred);
  CHECK(typesOf(*relation->schema()) ==
        "Age:int Workclass:string fnlwgt:int Education:string Education-Num:int Marital Status:string "
        "Occupation:string Relationship:string Race:string Sex:string Capital Gain:int Capital Loss:int "
        "Hours per week:int Country:string Income:string");
  const auto table = readTable(csv.core(), *relation);
  CHECK(table->num_rows() == 48'842);
  CHECK(table->GetColumnByName("Workclass")->null_count() == 2'799);
  CHECK(table->GetColumnByName("Occupation")->null_count() == 2'809);
  CHECK(table->GetColumnByName("Country")->null_count() == 857);
  CHECK(table->GetColumnByName("Age")->null_count() == 0);
}

TEST_CASE("the passengers of the Titanic have Spark's schema and values") {
  const std::string path = dataFile("titanic.csv");
  if (!isHere(path)) return;
  CsvCase csv;
  const auto relation = csv.relation(path, kInferred);
  CHECK(typesOf(*relation->schema()) ==
        "survived:int pclass:int sex:string age:double sibsp:int parch:int fare:double embarked:string class:string "
        "who:string adult_male:boolean deck:string embark_town:string alive:string alone:boolean");
  const CsvRows rows = textsOf(*readTable(csv.core(), *relation));
  REQUIRE(rows.size() == 891);
  CHECK(rows[0] == CsvRow{"0", "3", "male", "22.0", "1", "0", "7.25", "S", "Third", "man", "true", std::nullopt,
                          "Southampton", "no", "false"});
}

TEST_CASE("numeric data is read as numbers throughout") {
  for (const auto& [name, rowsThere] : {std::pair("covtype_20k.csv", 20'000), std::pair("iris.csv", 150)}) {
    const std::string path = dataFile(name);
    if (!isHere(path)) continue;
    CsvCase csv;
    const auto relation = csv.relation(path, kInferred);
    for (const auto& field : relation->schema()->fields()) {
      INFO(field->name());
      CHECK((field->type()->id() == arrow::Type::INT32 || field->type()->id() == arrow::Type::DOUBLE));
    }
    CHECK(readTable(csv.core(), *relation)->num_rows() == rowsThere);
  }
}
