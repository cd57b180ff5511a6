#include "training_rows.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <arrow/builder.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/blocks/block_builder.h"
#include "ferro/mllib/linalg/vector_column.h"
#include "ferro_test.h"

namespace ferro::test {
namespace {

std::string dataFolder() {
  const char* folder = std::getenv("FERRO_TEST_DATA");
  return folder != nullptr ? folder : FERRO_DEFAULT_TEST_DATA;
}

std::string ifHere(std::string path) {
  if (std::filesystem::exists(path)) return path;
  WARN(path << " is not here; set FERRO_TEST_DATA");
  return "";
}

void addRow(ml::BlockBuilder& builder, const TrainingRow& row, bool asSparse) {
  const auto size = static_cast<int64_t>(row.features.size());
  if (!asSparse) {
    builder.addDense(row.label, row.weight, row.features.data(), size);
    return;
  }
  std::vector<int32_t> indices;
  std::vector<double> values;
  for (size_t j = 0; j < row.features.size(); ++j) {
    if (row.features[j] == 0) continue;
    indices.push_back(static_cast<int32_t>(j));
    values.push_back(row.features[j]);
  }
  builder.addSparse(row.label, row.weight, size, indices.data(), values.data(), static_cast<int64_t>(values.size()));
}

}  // namespace

std::string dataPath(const std::string& name) { return ifHere(dataFolder() + "/" + name); }
std::string goldenPath(const std::string& name) { return ifHere(dataFolder() + "/../golden/" + name); }

TrainingRows readCsvRows(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  TrainingRows rows;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string field;
    std::getline(fields, field, ',');
    TrainingRow row{std::stod(field), 1, {}};
    while (std::getline(fields, field, ',')) row.features.push_back(std::stod(field));
    rows.push_back(std::move(row));
  }
  return rows;
}

TrainingRows readLibsvmRows(const std::string& path, size_t numFeatures) {
  std::ifstream file(path);
  std::string line;
  TrainingRows rows;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    TrainingRow row{0, 1, std::vector<double>(numFeatures, 0.0)};
    double label = 0;
    fields >> label;
    row.label = label > 0 ? 1 : 0;
    size_t index = 0;
    char colon = ':';
    double value = 0;
    while (fields >> index >> colon >> value) row.features.at(index - 1) = value;
    rows.push_back(std::move(row));
  }
  return rows;
}

TrainingRows randomRows(uint64_t seed, size_t numRows, size_t numFeatures, int numClasses, double fill, bool whole) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  TrainingRows rows(numRows);
  for (TrainingRow& row : rows) {
    double margin = 0;
    for (size_t j = 0; j < numFeatures; ++j) {
      double value = uniform(random) < fill ? normal(random) * (1 + static_cast<double>(j % 3)) : 0.0;
      if (whole) value = std::round(2 * value);
      row.features.push_back(value);
      margin += value * (j % 2 == 0 ? 1.0 : -0.5);
    }
    const double noisy = margin / std::sqrt(static_cast<double>(numFeatures) * fill + 1) + normal(random);
    row.label = std::clamp(std::floor(noisy + numClasses / 2.0), 0.0, numClasses - 1.0);
    row.weight = 0.5 + uniform(random);
  }
  return rows;
}

DataFrame trainingFrame(const Session& session, const TrainingRows& rows, int numPartitions) {
  ml::VectorColumnBuilder features(arrow::default_memory_pool());
  arrow::DoubleBuilder labels;
  arrow::DoubleBuilder weights;
  for (const TrainingRow& row : rows) {
    features.append(ml::Vector::dense(row.features).compressed());
    check(labels.Append(row.label), "appending");
    check(weights.Append(row.weight), "appending");
  }
  const auto schema = arrow::schema({arrow::field("label", arrow::float64()), arrow::field("weight", arrow::float64()),
                                     arrow::field("features", vectorType())});
  const auto table = arrow::Table::Make(
      schema, {valueOf(labels.Finish(), "labels"), valueOf(weights.Finish(), "weights"), features.finish()});
  const DataFrame frame = session.createDataFrame(table);
  // coalesce() keeps the order of rows, which some tests look at.
  return numPartitions <= frame.numPartitions() ? frame.coalesce(numPartitions) : frame.repartition(numPartitions);
}

LocalBlocks::LocalBlocks(const TrainingRows& rows, size_t numPartitions, int64_t maxBytes, bool asSparse)
    : partitions_(numPartitions) {
  for (size_t p = 0; p < numPartitions; ++p) {
    ml::BlockBuilder builder(maxBytes);
    const size_t end = (p + 1) * rows.size() / numPartitions;
    for (size_t i = p * rows.size() / numPartitions; i < end; ++i) {
      addRow(builder, rows[i], asSparse);
      if (builder.isFull()) partitions_[p].push_back(builder.finish(arrow::default_memory_pool()));
    }
    if (builder.numRows() > 0) partitions_[p].push_back(builder.finish(arrow::default_memory_pool()));
  }
}

ml::LossSums LocalBlocks::sum(const ml::LossRequest& request) {
  ++passes_;
  ml::LossSums total;
  for (const auto& blocks : partitions_) {
    ml::LossPass pass(request);
    for (const auto& block : blocks) pass.add(ml::viewOf(*block));
    total.add(pass.take());
  }
  return total;
}

std::vector<ml::DualChange> LocalBlocks::ascend(const ml::DualRequest& request) {
  passes_ += request.epochs;
  std::vector<ml::DualChange> changes;
  for (const auto& blocks : partitions_) {
    std::vector<ml::BlockView> views;
    for (const auto& block : blocks) views.push_back(ml::viewOf(*block));
    changes.push_back(ml::ascend(views, request, static_cast<int>(changes.size())));
  }
  return changes;
}

ml::TrainingSummary LocalBlocks::summary() const {
  ml::TrainingSummary total;
  for (const auto& blocks : partitions_) {
    ml::SummaryBuilder builder(0);
    for (const auto& block : blocks) builder.add(ml::viewOf(*block));
    total.merge(builder.finish());
  }
  return total;
}

}  // namespace ferro::test
