#include "split_rows.h"

#include <numeric>

#include <arrow/api.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/csv/csv_source.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::test {

CsvRows rowsOfSplits(IoTask& task, const CsvPartition& splits, const CsvTexts& options, const std::string& ddl) {
  const auto schema = parseSchema(ddl);
  CsvScan scan{options, schema, {}, std::nullopt};
  scan.columns.resize(static_cast<size_t>(schema->num_fields()));
  std::iota(scan.columns.begin(), scan.columns.end(), 0);
  const CsvSource source(NodeInfo{0, "csv", 1, nullptr}, LineageParents{}, schema,
                         std::tuple(scan, std::vector<CsvPartition>{splits}));
  OneInput none;
  const auto opened = source.open(task.context, 0, none);
  auto& batches = static_cast<BatchIterator&>(*opened);
  std::vector<std::shared_ptr<arrow::RecordBatch>> all;
  while (auto batch = batches.next()) {
    check(batch->ValidateFull(), "a batch of CSV is wrong");
    all.push_back(std::move(batch));
  }
  return textsOf(*valueOf(arrow::Table::FromRecordBatches(schema, all), "cannot make a table"));
}

}  // namespace ferro::test
