#include "ferro/mllib/formula/rformula.h"

#include <map>
#include <set>

#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/interaction.h"
#include "ferro/mllib/features/one_hot_encoder.h"
#include "ferro/mllib/features/string_indexer.h"
#include "ferro/mllib/features/vector_assembler.h"
#include "ferro/mllib/formula/column_pruner.h"
#include "ferro/mllib/formula/vector_attribute_rewriter.h"
#include "ferro/mllib/persist/row_table.h"

namespace ferro::ml {
namespace {

ParsedFormula parsed(const RFormulaParams& own, const std::string& uid) {
  if (own.formula.empty()) {
    throw Error(ErrorCode::kInvalidArgument, uid + " was not told its formula: set formula, such as \"y ~ a + b\"");
  }
  return ParsedFormula::parse(own.formula);
}

// The stages that make the features of a formula, with columns in between that go at the end.
class FormulaStages {
 public:
  FormulaStages(const RFormulaParams& own, const std::string& uid, const arrow::Schema& schema,
                const ResolvedFormula& formula)
      : own_(own), uid_(uid), schema_(schema), formula_(formula) {}

  std::vector<PipelineStage> make() {
    indexTexts();
    std::vector<std::string> encoded;
    for (const auto& term : formula_.terms) encoded.push_back(encode(term));
    if (!dummyInputs_.empty()) {
      stages_.emplace_back(OneHotEncoder({.inputCols = dummyInputs_, .outputCols = dummyOutputs_}));
    }
    stages_.emplace_back(
        VectorAssembler({.inputCols = encoded, .outputCol = own_.featuresCol, .handleInvalid = own_.handleInvalid}));
    stages_.emplace_back(VectorAttributeRewriter(own_.featuresCol, std::move(prefixes_)));
    stages_.emplace_back(ColumnPruner(std::move(temporaries_)));
    if (indexesLabel()) {
      stages_.emplace_back(
          StringIndexer({.inputCol = formula_.label, .outputCol = own_.labelCol, .handleInvalid = own_.handleInvalid}));
    }
    return std::move(stages_);
  }

 private:
  bool isText(const std::string& column) const {
    return requireField(schema_, column, uid_)->type()->id() == arrow::Type::STRING;
  }

  std::string temporary(const std::string& kind) {
    temporaries_.push_back(newUid(kind));
    return temporaries_.back();
  }

  void indexTexts() {
    std::set<std::string> columns;
    for (const auto& term : formula_.terms) columns.insert(term.begin(), term.end());
    for (const std::string& column : columns) {
      indexed_[column] = column;
      if (!isText(column)) continue;
      indexed_[column] = temporary("stridx");
      prefixes_.emplace_back(indexed_[column] + "_", column + "_");
      stages_.emplace_back(StringIndexer({.inputCol = column,
                                          .outputCol = indexed_[column],
                                          .stringOrderType = own_.stringIndexerOrderType,
                                          .handleInvalid = own_.handleInvalid}));
    }
  }

  // The column that a term becomes. Without an intercept the first text keeps all of its categories: there is nothing
  // else that could stand for the last one.
  std::string encode(const std::vector<std::string>& term) {
    if (term.size() > 1) {
      std::vector<std::string> inputs;
      for (const std::string& column : term) inputs.push_back(indexed_[column]);
      const std::string output = temporary("interaction");
      prefixes_.emplace_back(output + "_", "");
      stages_.emplace_back(Interaction({.inputCols = inputs, .outputCol = output}));
      return output;
    }
    if (!isText(term[0])) return term[0];
    const std::string output = temporary("onehot");
    prefixes_.emplace_back(output + "_", term[0] + "_");
    if (!formula_.hasIntercept && !hasWholeText_) {
      hasWholeText_ = true;
      stages_.emplace_back(
          OneHotEncoder({.inputCols = {indexed_[term[0]]}, .outputCols = {output}, .dropLast = false}));
    } else {
      dummyInputs_.push_back(indexed_[term[0]]);
      dummyOutputs_.push_back(output);
    }
    return output;
  }

  bool indexesLabel() const {
    if (own_.forceIndexLabel) return true;
    return hasField(schema_, formula_.label) && isText(formula_.label);
  }

  const RFormulaParams& own_;
  const std::string& uid_;
  const arrow::Schema& schema_;
  const ResolvedFormula& formula_;
  std::vector<PipelineStage> stages_{};
  std::vector<std::string> temporaries_{};
  std::vector<std::pair<std::string, std::string>> prefixes_{};
  std::map<std::string, std::string> indexed_{};
  std::vector<std::string> dummyInputs_{};
  std::vector<std::string> dummyOutputs_{};
  bool hasWholeText_ = false;
};

}  // namespace

const ParamTable& RFormulaParams::table() {
  using P = RFormulaParams;
  static const ParamTable kTable =
      ParamTableOf<P>("RFormula")
          .add("formula", &P::formula, "R model formula")
          .add("featuresCol", &P::featuresCol, "features column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("forceIndexLabel", &P::forceIndexLabel, "whether a label of numbers is indexed as texts are")
          .add("handleInvalid", &P::handleInvalid, "what to do with unseen texts, nulls and NaN",
               oneOf({"error", "skip", "keep"}))
          .add("stringIndexerOrderType", &P::stringIndexerOrderType, "the order of the categories of texts",
               oneOf({"frequencyDesc", "frequencyAsc", "alphabetDesc", "alphabetAsc"}))
          .build();
  return kTable;
}

SchemaPtr RFormula::transformSchema(const arrow::Schema& schema) const {
  const RFormulaParams& own = settings();
  const ResolvedFormula formula = parsed(own, uid()).resolve(schema);
  for (const auto& term : formula.terms) {
    for (const std::string& column : term) static_cast<void>(requireField(schema, column, uid()));
  }
  if (formula.terms.empty()) {
    throw Error(ErrorCode::kInvalidArgument, uid() + ": the formula `" + own.formula + "` names no features");
  }
  const auto withFeatures = withField(schema, own.featuresCol, vectorType(), true, uid());
  if (!hasField(schema, own.labelCol)) return withField(*withFeatures, own.labelCol, arrow::float64(), true, uid());
  if (own.forceIndexLabel) {
    throw Error(ErrorCode::kInvalidArgument, uid() + " cannot index the label into column `" + own.labelCol +
                                                 "`: there is one already; choose another labelCol");
  }
  return withFeatures;
}

RFormulaModel RFormula::fit(const DataFrame& frame) const {
  const auto schema = frame.schema();
  static_cast<void>(transformSchema(*schema));
  ResolvedFormula formula = parsed(settings(), uid()).resolve(*schema);
  const Pipeline pipeline(FormulaStages(settings(), uid(), *schema, formula).make(), uid());
  PipelineModel fitted = pipeline.fit(frame);
  return {settings(), uid(), std::move(formula), std::move(fitted)};
}

RFormulaModel::RFormulaModel(RFormulaParams settings, std::string uid, ResolvedFormula formula, PipelineModel pipeline)
    : ModelOf(std::move(settings), std::move(uid)), formula_(std::move(formula)), pipeline_(std::move(pipeline)) {}

bool RFormulaModel::addsLabel(const arrow::Schema& before, const arrow::Schema& after) const {
  return !formula_.label.empty() && !hasField(after, settings().labelCol) && hasField(before, formula_.label);
}

void RFormulaModel::checkColumns(const arrow::Schema& schema) const {
  static_cast<void>(withField(schema, settings().featuresCol, vectorType(), true, uid()));
  if (hasField(schema, settings().labelCol)) requireNumericField(schema, settings().labelCol, uid());
}

SchemaPtr RFormulaModel::transformSchema(const arrow::Schema& schema) const {
  checkColumns(schema);
  auto made = pipeline_.transformSchema(schema);
  if (!addsLabel(schema, *made)) return made;
  requireNumericField(schema, formula_.label, uid());
  return withField(*made, settings().labelCol, arrow::float64(), true, uid());
}

DataFrame RFormulaModel::transform(const DataFrame& frame) const {
  checkColumns(*frame.schema());
  const DataFrame made = pipeline_.transform(frame);
  if (!addsLabel(*frame.schema(), *made.schema())) return made;
  requireNumericField(*made.schema(), formula_.label, uid());
  return made.withColumn(settings().labelCol, columnOf(made, formula_.label).cast("double"));
}

void RFormulaModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable()
                         .add("label", formula_.label)
                         .add("terms", formula_.terms)
                         .add("hasIntercept", formula_.hasIntercept)
                         .table());
  writer.writeStage(pipeline_, "pipelineModel");
}

RFormulaModel RFormulaModel::read(const SavedStage& saved) {
  RFormulaParams settings;
  saved.readParams(RFormulaParams::table(), &settings);
  const SavedTable data = saved.table();
  return {std::move(settings), saved.uid(),
          ResolvedFormula{data.text("label"), data.textLists("terms"), data.flag("hasIntercept")},
          PipelineModel::read(saved.inside("pipelineModel"))};
}

}  // namespace ferro::ml
