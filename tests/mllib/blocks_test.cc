#include <cmath>

#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>

#include "ferro/mllib/blocks/block_builder.h"
#include "ferro/mllib/blocks/block_view.h"
#include "ferro/mllib/blocks/training_summary.h"
#include "ferro_test.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

namespace {

ml::BlockView firstBlock(const LocalBlocks& blocks) { return ml::viewOf(*blocks.partitions()[0][0]); }

TrainingRows constantRows(double value, size_t count) {
  TrainingRows rows;
  for (size_t i = 0; i < count; ++i) rows.push_back({double(i % 2), 0.1 + double(i % 3), {value, double(i)}});
  return rows;
}

}  // namespace

TEST_CASE("a block is dense or sparse by fill, however its rows came") {
  for (const bool asSparse : {false, true}) {
    CHECK(firstBlock(LocalBlocks(randomRows(1, 100, 20, 2, 0.9), 1, 1 << 20, asSparse)).isDense);
    CHECK_FALSE(firstBlock(LocalBlocks(randomRows(1, 100, 20, 2, 0.1), 1, 1 << 20, asSparse)).isDense);
  }
}

TEST_CASE("a block holds floats only where no digit is lost") {
  CHECK(firstBlock(LocalBlocks(randomRows(1, 100, 20, 2, 1, true))).isFloat);
  CHECK_FALSE(firstBlock(LocalBlocks(randomRows(1, 100, 20, 2, 1, false))).isFloat);
}

TEST_CASE("indices are narrow up to 65536 columns") {
  for (const int32_t columns : {65'536, 65'537}) {
    ml::BlockBuilder builder(1 << 20);
    const int32_t last = columns - 1;
    const double value = 2;
    builder.addSparse(1, 1, columns, &last, &value, 1);
    const auto batch = builder.finish(arrow::default_memory_pool());
    const auto view = ml::viewOf(*batch);
    CHECK(view.isNarrow == (columns == 65'536));
    CHECK((view.isNarrow ? static_cast<const uint16_t*>(view.indices)[0]
                         : static_cast<const int32_t*>(view.indices)[0]) == last);
  }
}

TEST_CASE("blocks are about as large as asked for") {
  const LocalBlocks blocks(randomRows(1, 1000, 10, 2), 1, 8000);
  CHECK(blocks.partitions()[0].size() == 10);
  for (const auto& block : blocks.partitions()[0]) CHECK(ml::viewOf(*block).numRows == 100);
}

TEST_CASE("dense and sparse rows may follow one another in a block") {
  ml::BlockBuilder builder(1 << 20);
  const double dense[] = {0, 5, 0};
  const int32_t index = 2;
  const double value = 7;
  builder.addSparse(0, 1, 3, &index, &value, 1);
  builder.addDense(1, 1, dense, 3);
  auto batch = builder.finish(arrow::default_memory_pool());
  auto view = ml::viewOf(*batch);
  CHECK(view.isDense);
  const auto* values = static_cast<const float*>(view.values);
  CHECK(std::vector<float>(values, values + 6) == std::vector<float>{0, 0, 7, 0, 5, 0});
  builder.addDense(1, 1, dense, 3);
  builder.addSparse(0, 1, 3, &index, &value, 1);
  batch = builder.finish(arrow::default_memory_pool());
  view = ml::viewOf(*batch);
  values = static_cast<const float*>(view.values);
  CHECK(std::vector<float>(values, values + 6) == std::vector<float>{0, 5, 0, 0, 0, 7});
}

TEST_CASE("a summary has the weighted moments, whatever the form and the partitions") {
  for (const double fill : {1.0, 0.15}) {
    const TrainingRows rows = randomRows(5, 500, 8, 3, fill);
    double weights = 0;
    double squares = 0;
    std::vector<double> means(8, 0.0);
    std::vector<double> deviations(8, 0.0);
    for (const auto& row : rows) {
      weights += row.weight;
      squares += row.weight * row.weight;
      for (size_t j = 0; j < 8; ++j) means[j] += row.weight * row.features[j];
    }
    for (double& mean : means) mean /= weights;
    for (const auto& row : rows) {
      for (size_t j = 0; j < 8; ++j) {
        deviations[j] += row.weight * (row.features[j] - means[j]) * (row.features[j] - means[j]);
      }
    }
    for (const size_t partitions : {1, 4}) {
      const auto summary = LocalBlocks(rows, partitions, 2000, fill < 1).summary();
      CHECK(summary.numRows == 500);
      CHECK(summary.weightSum == Approx(weights));
      for (size_t j = 0; j < 8; ++j) {
        CHECK(summary.featureMeans()[j] == Approx(means[j]).epsilon(1e-12).margin(1e-14));
        CHECK(summary.featureDeviations()[j] ==
              Approx(std::sqrt(deviations[j] / (weights - squares / weights))).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("a constant feature has a deviation of exactly zero, far from zero and with odd weights") {
  for (const size_t partitions : {1, 3}) {
    for (const bool asSparse : {false, true}) {
      const auto summary = LocalBlocks(constantRows(1e9 + 0.1, 300), partitions, 500, asSparse).summary();
      CHECK(summary.featureDeviations()[0] == 0.0);
      CHECK(summary.featureDeviations()[1] > 0);
    }
  }
}

TEST_CASE("a summary remembers a label that is no class") {
  TrainingRows rows = constantRows(1, 10);
  CHECK_FALSE(LocalBlocks(rows).summary().notAClass);
  rows[7].label = 1.5;
  CHECK(LocalBlocks(rows).summary().notAClass->label == 1.5);
  rows[7].label = -1;
  CHECK(LocalBlocks(rows, 2).summary().notAClass->label == -1.0);
}
