#include "ferro/mllib/features/idf.h"

#include <cmath>

#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/mllib/columns/fold_batches.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/columns/learning_errors.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/linalg/vector_column.h"
#include "ferro/mllib/persist/row_table.h"

namespace ferro::ml {

const ParamTable& IDFParams::table() {
  using P = IDFParams;
  static const ParamTable kTable =
      ParamTableOf<P>("IDF")
          .add("inputCol", &P::inputCol, "input column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("minDocFreq", &P::minDocFreq, "words that fewer documents have weigh nothing", atLeast(0))
          .build();
  return kTable;
}

SchemaPtr IDF::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

namespace {

// How many documents there are, and how many of them have each word.
struct DocumentCounts {
  std::string column{};
  int64_t documents = 0;
  std::vector<int64_t> withWord{};

  void add(const arrow::RecordBatch& batch) {
    const VectorColumn rows(batch.column(0), column);
    for (int64_t row = 0; row < rows.length(); ++row) {
      if (rows.isNull(row)) continue;
      const VectorView vector = rows[row];
      requireSize(vector.size, row);
      ++documents;
      vector.forEachActive(
          [&](int32_t word, double count) { withWord[static_cast<size_t>(word)] += count > 0 ? 1 : 0; });
    }
  }

  void merge(DocumentCounts&& other) {
    if (other.documents == 0) return;
    requireSize(static_cast<int32_t>(other.withWord.size()), {});
    documents += other.documents;
    for (size_t i = 0; i < withWord.size(); ++i) withWord[i] += other.withWord[i];
  }

 private:
  void requireSize(int32_t size, std::optional<int64_t> row) {
    if (documents == 0) withWord.assign(static_cast<size_t>(size), 0);
    const auto expected = static_cast<int32_t>(withWord.size());
    if (size != expected) throwVectorSizes(column, expected, size, row);
  }
};

}  // namespace

IDFModel IDF::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const std::string& column = settings().inputCol;
  DocumentCounts counts = foldBatches(frame.select(columnOf(frame, column)), DocumentCounts{.column = column});
  if (counts.documents == 0) throwNothingToLearn(uid(), column);
  std::vector<double> idf;
  for (const int64_t documents : counts.withWord) {
    const double share = (static_cast<double>(counts.documents) + 1) / (static_cast<double>(documents) + 1);
    idf.push_back(documents >= settings().minDocFreq ? std::log(share) : 0);
  }
  return {settings(), uid(), Vector::dense(std::move(idf)), std::move(counts.withWord), counts.documents};
}

IDFModel::IDFModel(IDFParams settings, std::string uid, Vector idf, std::vector<int64_t> docFreq, int64_t numDocs)
    : ModelOf(std::move(settings), std::move(uid)),
      idf_(std::move(idf)),
      docFreq_(std::move(docFreq)),
      numDocs_(numDocs) {}

SchemaPtr IDFModel::transformSchema(const arrow::Schema& schema) const {
  return vectorToVector(schema, settings().inputCol, outputOr(settings().outputCol, uid()), uid());
}

DataFrame IDFModel::transform(const DataFrame& frame) const {
  return withScaled(frame, settings().inputCol, outputOr(settings().outputCol, uid()), idf_.size(),
                    {{}, idf_.toArray()}, uid());
}

void IDFModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("idf", idf_).add("docFreq", docFreq_).add("numDocs", numDocs_).table());
}

IDFModel IDFModel::read(const SavedStage& saved) {
  IDFParams settings;
  saved.readParams(IDFParams::table(), &settings);
  const SavedTable data = saved.table();
  std::vector<int64_t> docFreq;
  for (const double count : data.numbers("docFreq")) docFreq.push_back(static_cast<int64_t>(count));
  return {std::move(settings), saved.uid(), data.vector("idf"), std::move(docFreq), data.integer("numDocs")};
}

}  // namespace ferro::ml
