#include "split_rows.h"

#include <numeric>

#include <arrow/api.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/csv/csv_format.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::test {

CsvRows rowsOfSplits(IoTask& task, const FileSplits& splits, const CsvTexts& options, const std::string& ddl) {
  const auto schema = parseSchema(ddl);
  ReadRequest request{schema, {}, {}, schema};
  request.columns.resize(static_cast<size_t>(schema->num_fields()));
  std::iota(request.columns.begin(), request.columns.end(), 0);
  const auto format = makeCsvFormat(options);
  std::vector<std::shared_ptr<arrow::RecordBatch>> all;
  for (const FileSplit& split : splits) {
    const auto batches = format->open(task.context, split, request);
    while (auto batch = batches->next()) {
      check(batch->ValidateFull(), "a batch of CSV is wrong");
      all.push_back(std::move(batch));
    }
  }
  return textsOf(*valueOf(arrow::Table::FromRecordBatches(schema, all), "cannot make a table"));
}

}  // namespace ferro::test
