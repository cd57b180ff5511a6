#include "ferro/engine/frame/writer.h"

#include "ferro/engine/frame/query.h"
#include "ferro/engine/io/write/table_writer.h"
#include "ferro/engine/optimize/plan_size.h"
#include "ferro/engine/plan/plan.h"

namespace ferro {
namespace {

void addPaths(const Plan& plan, std::vector<std::string>& paths) {
  if (plan.kind() == PlanKind::kRelation) {
    for (std::string& path : static_cast<const RelationPlan&>(plan).relation->paths()) paths.push_back(std::move(path));
  }
  for (const PlanPtr& child : plan.children()) addPaths(*child, paths);
}

}  // namespace

DataFrameWriter& DataFrameWriter::format(std::string name) {
  format_ = std::move(name);
  return *this;
}

DataFrameWriter& DataFrameWriter::mode(std::string name) {
  parseSaveMode(name);
  mode_ = std::move(name);
  return *this;
}

DataFrameWriter& DataFrameWriter::option(const std::string& name, const OptionValue& value) {
  options_[name] = value.text();
  return *this;
}

DataFrameWriter& DataFrameWriter::options(const Options& options) {
  for (const auto& [name, value] : options) options_[name] = value;
  return *this;
}

void DataFrameWriter::save(const std::string& path) const {
  WriteRequest request{.format = format_,
                       .path = path,
                       .mode = parseSaveMode(mode_),
                       .partitionBy = partitionBy_,
                       .options = options_,
                       .sizeHint = estimatedBytes(*frame_.query().optimized()),
                       .schema = frame_.schema()};
  addPaths(*frame_.query().optimized(), request.readPaths);
  writeTable(frame_.session(), frame_.query().node(), request);
}

}  // namespace ferro
