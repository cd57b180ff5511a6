#include "readable_table.h"

#include "column_names.h"

using namespace ferro;

ReadableTable tableOf(const DataFrame& file, const std::string& label, const std::vector<Reading>& readings) {
  ReadableTable table{file, label};
  if (const auto stage = stageOf(readings)) table.rows = stage->transform(file);
  for (const Reading& reading : readings) {
    if (reading.source == label) table.label = reading.name;
    table.rows = table.rows.drop(backticked(reading.source));
  }
  return {table.rows.cache(), table.label};
}

ml::PipelineModel withReadings(const ml::PipelineModel& model, const std::vector<Reading>& readings) {
  std::vector<ml::AnyTransformer> stages = model.stages();
  if (const auto stage = stageOf(readings)) stages.insert(stages.begin(), ml::AnyTransformer(*stage));
  return {std::move(stages), model.uid()};
}
