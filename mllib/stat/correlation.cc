#include "ferro/mllib/stat/correlation.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <arrow/array/array_base.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/columns/learning_errors.h"
#include "ferro/mllib/columns/number_order.h"
#include "ferro/mllib/linalg/vector_column.h"
#include "ferro/mllib/stat/covariance.h"

namespace ferro::ml {
namespace {

using Rows = std::vector<std::vector<double>>;

Rows collected(const DataFrame& frame, const std::string& column) {
  Rows rows;
  const auto table = frame.select(columnOf(frame, column)).collect();
  for (const auto& chunk : table->column(0)->chunks()) {
    const VectorColumn vectors(chunk, column);
    for (int64_t row = 0; row < vectors.length(); ++row) {
      if (!vectors.isNull(row)) rows.push_back(Vector::of(vectors[row]).toArray());
    }
  }
  return rows;
}

// In place of each value its rank, and the mean of the ranks where several are equal.
void rankColumn(Rows& rows, size_t feature) {
  std::vector<size_t> order(rows.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return NumberOrder()(rows[a][feature], rows[b][feature]); });
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin + 1;
    while (end < order.size() && rows[order[end]][feature] == rows[order[begin]][feature]) ++end;
    const double rank = static_cast<double>(begin + end - 1) / 2;
    for (size_t i = begin; i < end; ++i) rows[order[i]][feature] = rank;
    begin = end;
  }
}

Matrix ofRanks(Rows rows, const std::string& column) {
  const size_t size = rows.empty() ? 0 : rows.front().size();
  for (const auto& row : rows) {
    if (row.size() == size) continue;
    throwVectorSizes(column, static_cast<int64_t>(size), static_cast<int64_t>(row.size()));
  }
  for (size_t feature = 0; feature < size; ++feature) rankColumn(rows, feature);
  VectorColumnBuilder builder(arrow::default_memory_pool());
  for (const auto& row : rows) builder.appendDense(row);
  const auto ranks = builder.finish();
  Covariance covariance;
  covariance.add(
      *arrow::RecordBatch::Make(arrow::schema({arrow::field(column, ranks->type())}), ranks->length(), {ranks}));
  return covariance.correlation();
}

}  // namespace

Matrix Correlation::corr(const DataFrame& frame, const std::string& column, const std::string& method) {
  if (method == "pearson") return covarianceOf(frame, column, "Correlation").correlation();
  if (method != "spearman") {
    throw Error(ErrorCode::kInvalidArgument,
                "Correlation: the method is '" + method + "', and must be 'pearson' or 'spearman'");
  }
  requireVectorField(*frame.schema(), column, "Correlation");
  return ofRanks(collected(frame, column), column);
}

}  // namespace ferro::ml
