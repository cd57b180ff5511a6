// From any CSV file to a model: csv_to_model FILE.csv --label COLUMN. Looks at the columns, chooses the stages, trains
// on 80 % of the rows and judges the model on the others. Writes the model, which PySpark can load, and plots.
#include <cstdio>
#include <exception>
#include <filesystem>

#include "column_names.h"
#include "judgement.h"
#include "plots.h"
#include "report.h"
#include "usage.h"

using namespace ferro;

namespace {

constexpr double kWeakest = 1e-3;

void draw(const Fitted& fitted, const StagePlan& plan, const Arguments& arguments) {
  const std::string folder = arguments.output + "/";
  writeSvg(objectivePlot(fitted.learned), folder + "objective.svg");
  writeSvg(learningCurve(plan, arguments, fitted.rows), folder + "learning_curve.svg");
  std::filesystem::remove(folder + "roc.svg");  // of an earlier run
  if (plan.task == Task::kTwoClasses) {
    const auto& model = fitted.model.stage<ml::LogisticRegressionModel>();
    writeSvg(rocPlot(model, fitted.rows, fitted.classes[1]), folder + "roc.svg");
  }
}

// Where the usual penalty is so strong that next to nothing is learned, weaker ones are tried.
Fitted train(const RowParts& parts, const StagePlan& plan, Arguments& arguments) {
  for (;; arguments.regParam /= 10) {
    printSettings(arguments);
    Fitted fitted = fitTo(parts, plan, arguments, TrainingProgress());
    if (arguments.isPenaltyGiven || arguments.regParam < kWeakest || beatsGuessing(fitted, plan)) return fitted;
    std::printf("  The model is no better than guessing, under so strong a penalty; once more with a weaker one.\n");
  }
}

void run(const Session& session, Arguments arguments) {
  const DataFrame rows = session.read()
                             .option("header", true)
                             .option("inferSchema", true)
                             .option("sep", arguments.delimiter)
                             .csv(arguments.file)
                             .cache();
  const TableProfile profile = profileOf(rows, findLabel(rows, arguments.label));
  const Task task = chooseTask(profile);
  const auto choices = chooseColumns(profile);
  printTable(profile, task, choices);
  const StagePlan plan = planStages(profile, choices, task);

  const std::string& label = profile.label.name;
  const RowParts parts = splitRows(rows.where(col(backticked(label)).isNotNull()), label);
  const double strongest = arguments.regParam;
  const Fitted fitted = train(parts, plan, arguments);
  printCoefficients(fitted.learned, fitted.features, fitted.classes);
  judge(fitted, plan, arguments, strongest);

  std::filesystem::create_directories(arguments.output);
  draw(fitted, plan, arguments);
  fitted.model.write().overwrite().save(arguments.output + "/model");
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
