#include "ferro/mllib/features/idf.h"

#include <cmath>

#include <arrow/type.h>

#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/features/scale_vectors.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/stat/vector_summary.h"

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

IDFModel IDF::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const VectorSummary summary = summarize(frame, settings().inputCol, "", uid());
  std::vector<double> idf;
  std::vector<int64_t> docFreq;
  for (const double documents : summary.nonzeros) {
    docFreq.push_back(static_cast<int64_t>(documents));
    const bool counts = documents >= settings().minDocFreq;
    idf.push_back(counts ? std::log((static_cast<double>(summary.count) + 1) / (documents + 1)) : 0);
  }
  return {settings(), uid(), Vector::dense(std::move(idf)), std::move(docFreq), summary.count};
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
