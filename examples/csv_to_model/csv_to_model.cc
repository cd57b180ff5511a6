// From any CSV file to a model: csv_to_model FILE.csv --label COLUMN. Looks at the columns, chooses the stages and, by
// validation, the penalty, trains on 80 % of the rows and judges the model on the others. Writes the model, which
// PySpark can load, and plots.
#include <cstdio>
#include <exception>

#include "column_names.h"
#include "drawings.h"
#include "judgement.h"
#include "readable_table.h"
#include "report.h"
#include "usage.h"

using namespace ferro;

namespace {

void run(const Session& session, Arguments arguments) {
  OutputFolder output(arguments.output);
  const DataFrame file = session.read()
                             .option("header", true)
                             .option("inferSchema", true)
                             .option("sep", arguments.delimiter)
                             .option("encoding", arguments.encoding)
                             .csv(arguments.file);
  const std::string label = findLabel(file, arguments.label);
  const auto readings = findReadings(file);
  const ReadableTable table = tableOf(file, label, readings);
  const TableProfile profile = profileOf(table.rows, table.label);
  const Task task = chooseTask(profile);
  const auto choices = chooseColumns(profile);
  printTable(profile, task, choices, readings);
  const StagePlan plan = planStages(profile, choices, task);

  const RowParts parts = splitRows(table.rows.where(col(backticked(table.label)).isNotNull()), table.label);
  const Preparation preparation = prepare(parts, plan);
  if (!arguments.isPenaltyGiven) {
    if (const auto choice = chooseModel(preparation.rows.train, preparation.rows.numTrain, plan, arguments)) {
      printChoice(*choice);
      arguments.regParam = choice->candidates[choice->best].regParam;
    }
  }
  printSettings(arguments);
  const Fitted fitted = fitTo(preparation, plan, arguments, TrainingProgress());
  printCoefficients(fitted.learned, fitted.features, fitted.classes);
  judge(fitted, plan);

  output.clear();
  output.add("model", [&](const std::string& path) { withReadings(fitted.model, readings).write().save(path); });
  draw(fitted, plan, arguments, output);
  printOutputs(arguments, plan, fitted.classes);
}

}  // namespace

int main(int argc, char** argv) try {
  Session session(argc, argv);
  const Arguments arguments = parseArguments(argc, argv);
  if (!arguments.isHelpAsked) run(session, arguments);
  else std::printf("%s", helpText().c_str());
} catch (const std::exception& error) {
  std::fprintf(stderr, "csv_to_model: %s\n", error.what());
  return 1;
}
