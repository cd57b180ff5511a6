#include "ferro/mllib/stage/pipeline.h"

#include <algorithm>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/mllib/persist/json.h"
#include "ferro/mllib/persist/reader.h"
#include "ferro/mllib/persist/writer.h"

namespace ferro::ml {
namespace {

template <class Stages>
SchemaPtr schemaThrough(const Stages& stages, const arrow::Schema& schema) {
  auto current = arrow::schema(schema.fields());
  for (const auto& stage : stages) current = stage->transformSchema(*current);
  return current;
}

// Spark's: the index with as many digits as the last one has, and the uid.
std::string directoryOf(size_t index, size_t count, const std::string& uid) {
  std::string number = std::to_string(index);
  number.insert(0, std::to_string(count).size() - number.size(), '0');
  return "stages/" + number + "_" + uid;
}

template <class Stages>
void writeStages(const Stages& stages, StageWriter& writer) {
  JsonValue uids{JsonValue::Array()};
  for (size_t i = 0; i < stages.size(); ++i) {
    uids.append(stages[i]->uid());
    writer.writeStage(*stages[i], directoryOf(i, stages.size(), stages[i]->uid()));
  }
  writer.addParam("stageUids", uids.text());
}

std::vector<std::shared_ptr<const Stage>> readStages(const SavedStage& saved) {
  const JsonValue* params = saved.metadata().find("paramMap");
  const JsonValue* uids = params == nullptr ? nullptr : params->find("stageUids");
  if (uids == nullptr || uids->asArray() == nullptr) {
    throw Error(ErrorCode::kMalformedData,
                "the pipeline in " + saved.path() + " is not whole: its metadata has no stageUids; save it again");
  }
  std::vector<std::shared_ptr<const Stage>> stages;
  const size_t count = uids->asArray()->size();
  for (size_t i = 0; i < count; ++i) {
    const std::string* uid = (*uids->asArray())[i].asText();
    const std::string directory = directoryOf(i, count, uid == nullptr ? "" : *uid);
    if (!saved.has(directory)) {
      throw Error(ErrorCode::kMalformedData,
                  "the pipeline in " + saved.path() + " is not whole: " + directory + " is missing; save it again");
    }
    stages.push_back(loadStage(saved.inside(directory)));
  }
  return stages;
}

template <class Interface>
void applyTo(std::vector<Any<Interface>>& stages, const ParamMap& map) {
  for (Any<Interface>& stage : stages) stage = stage.with(map);
}

template <class Interface>
bool isIn(const std::vector<Any<Interface>>& stages, const std::string& uid) {
  return std::any_of(stages.begin(), stages.end(), [&](const auto& stage) { return stage->contains(uid); });
}

}  // namespace

const ParamTable& PipelineParams::table() {
  static const ParamTable kTable("Pipeline", {});
  return kTable;
}

Pipeline::Pipeline(std::vector<PipelineStage> stages, std::string uid)
    : EstimatorOf(PipelineParams{}, std::move(uid)), stages_(std::move(stages)) {
  for (const PipelineStage& stage : stages_) {
    if (stage.as<Estimator>() == nullptr && stage.as<Transformer>() == nullptr) {
      throw Error(ErrorCode::kInvalidArgument,
                  "a pipeline takes estimators and transformers, and " + stage->uid() + " is neither");
    }
  }
}

PipelineModel Pipeline::fit(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));  // what cannot work is said before a job runs
  size_t lastEstimator = 0;
  for (size_t i = 0; i < stages_.size(); ++i) {
    if (stages_[i].as<Estimator>() != nullptr) lastEstimator = i;
  }
  std::vector<AnyTransformer> fitted;
  DataFrame current = frame;
  for (size_t i = 0; i < stages_.size(); ++i) {
    if (const auto* estimator = stages_[i].as<Estimator>()) {
      fitted.emplace_back(estimator->fitAny(current));
    } else {
      fitted.emplace_back(std::dynamic_pointer_cast<const Transformer>(stages_[i].share()));
    }
    if (i < lastEstimator) current = fitted.back()->transform(current);
  }
  return PipelineModel(std::move(fitted), uid());
}

SchemaPtr Pipeline::transformSchema(const arrow::Schema& schema) const { return schemaThrough(stages_, schema); }

void Pipeline::apply(const ParamMap& map) { applyTo(stages_, map); }

bool Pipeline::contains(const std::string& stage) const { return stage == uid() || isIn(stages_, stage); }

void Pipeline::writeData(StageWriter& writer) const { writeStages(stages_, writer); }

Pipeline Pipeline::read(const SavedStage& saved) {
  std::vector<PipelineStage> stages;
  for (auto& stage : readStages(saved)) stages.emplace_back(std::move(stage));
  return Pipeline(std::move(stages), saved.uid());
}

PipelineModel::PipelineModel(std::vector<AnyTransformer> stages, std::string uid)
    : ModelOf(PipelineParams{}, std::move(uid)), stages_(std::move(stages)) {}

DataFrame PipelineModel::transform(const DataFrame& frame) const {
  DataFrame current = frame;
  for (const AnyTransformer& stage : stages_) current = stage->transform(current);
  return current;
}

SchemaPtr PipelineModel::transformSchema(const arrow::Schema& schema) const { return schemaThrough(stages_, schema); }

void PipelineModel::apply(const ParamMap& map) { applyTo(stages_, map); }

bool PipelineModel::contains(const std::string& stage) const { return stage == uid() || isIn(stages_, stage); }

void PipelineModel::writeData(StageWriter& writer) const { writeStages(stages_, writer); }

PipelineModel PipelineModel::read(const SavedStage& saved) {
  std::vector<AnyTransformer> stages;
  for (auto& stage : readStages(saved)) {
    auto transformer = std::dynamic_pointer_cast<const Transformer>(stage);
    if (transformer == nullptr) {
      throw Error(ErrorCode::kMalformedData,
                  "the pipeline model in " + saved.path() + " has a stage that was never fitted: " + stage->uid());
    }
    stages.emplace_back(std::move(transformer));
  }
  return {std::move(stages), saved.uid()};
}

void PipelineModel::throwNoStage(std::string_view className) const {
  std::string uids;
  for (const AnyTransformer& stage : stages_) uids += (uids.empty() ? "" : ", ") + stage->uid();
  throw Error(ErrorCode::kNotFound,
              "the pipeline model has no stage of class " + std::string(className) + "; it has " + uids);
}

}  // namespace ferro::ml
