#include "ml_tables.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <arrow/array.h>
#include <arrow/compute/cast.h>
#include <arrow/table.h>

#include "ferro/common/arrow_check.h"
#include "ferro/mllib/linalg/vector_column.h"
#include "ferro_test.h"
#include "tables.h"

namespace ferro::test {
namespace {

std::shared_ptr<arrow::Array> columnOf(const DataFrame& frame, const std::string& column) {
  const auto table = valueOf(frame.select(col("`" + column + "`")).collect()->CombineChunks(), "one chunk");
  if (table->num_rows() == 0) return valueOf(arrow::MakeArrayOfNull(table->schema()->field(0)->type(), 0), "no rows");
  return table->column(0)->chunk(0);
}

}  // namespace

DataFrame frameOf(const Session& session, const std::string& ddl, const std::string& json) {
  return session.createDataFrame(valueOf(arrow::Table::FromRecordBatches({batchOf(ddl, json)}), "a table"));
}

DataFrame vectorsFrame(const Session& session, const std::vector<ml::Vector>& vectors, int partitions) {
  ml::VectorColumnBuilder builder(arrow::default_memory_pool());
  arrow::Int64Builder ids;
  for (const ml::Vector& vector : vectors) {
    check(ids.Append(builder.length()), "ids");
    builder.append(vector);
  }
  const auto features = builder.finish();
  const auto schema = arrow::schema({arrow::field("id", arrow::int64()), arrow::field("features", features->type())});
  const auto table = arrow::Table::Make(schema, {valueOf(ids.Finish(), "ids"), features});
  return session.createDataFrame(table).repartition(partitions, "id");
}

std::vector<double> numbersOf(const DataFrame& frame, const std::string& column) {
  const auto cast = valueOf(arrow::compute::Cast(*columnOf(frame, column), arrow::float64()), "numbers");
  const auto& array = static_cast<const arrow::DoubleArray&>(*cast);
  std::vector<double> numbers;
  for (int64_t i = 0; i < array.length(); ++i) numbers.push_back(array.IsNull(i) ? std::nan("") : array.Value(i));
  return numbers;
}

std::vector<std::string> textsOf(const DataFrame& frame, const std::string& column) {
  const auto kept = columnOf(frame, column);
  const auto& array = static_cast<const arrow::StringArray&>(*kept);
  std::vector<std::string> texts;
  for (int64_t i = 0; i < array.length(); ++i) texts.push_back(array.IsNull(i) ? "null" : array.GetString(i));
  return texts;
}

std::vector<ml::Vector> vectorsOf(const DataFrame& frame, const std::string& column) {
  const ml::VectorColumn rows(columnOf(frame, column));
  std::vector<ml::Vector> vectors;
  for (int64_t i = 0; i < rows.length(); ++i)
    vectors.push_back(rows.isNull(i) ? ml::Vector() : ml::Vector::of(rows[i]));
  return vectors;
}

std::vector<std::string> vectorTexts(const DataFrame& frame, const std::string& column) {
  const ml::VectorColumn rows(columnOf(frame, column));
  std::vector<std::string> texts;
  for (int64_t i = 0; i < rows.length(); ++i) {
    texts.push_back(rows.isNull(i) ? "null" : ml::Vector::of(rows[i]).toString());
  }
  return texts;
}

std::string dataFolder() {
  const char* given = std::getenv("FERRO_TEST_DATA");
  std::string folder = given != nullptr ? given : FERRO_DEFAULT_TEST_DATA;
  if (std::filesystem::exists(folder + "/adult.csv")) return folder;
  WARN("skipped: the data is not in " << folder << "; set FERRO_TEST_DATA");
  return "";
}

ml::JsonValue goldenOf(const std::string& name) {
  std::ifstream file(dataFolder() + "/../golden/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return ml::JsonValue::parse(text.str(), name);
}

std::vector<double> numbersIn(const ml::JsonValue& json, const std::string& member) {
  std::vector<double> numbers;
  for (const ml::JsonValue& element : *json.find(member)->asArray()) {
    double number = 0;
    REQUIRE(element.toNumber(number));
    numbers.push_back(number);
  }
  return numbers;
}

bool near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) && std::isnan(b[i])) continue;
    if (!(std::abs(a[i] - b[i]) <= tolerance * std::max(1.0, std::abs(b[i])))) return false;
  }
  return true;
}

}  // namespace ferro::test
