#include "ferro/mllib/tuning/search_files.h"

#include <cmath>
#include <limits>

#include "ferro/common/error.h"
#include "ferro/mllib/persist/json.h"
#include "ferro/mllib/persist/param_json.h"
#include "ferro/mllib/tuning/model_search.h"

namespace ferro::ml {
namespace {

[[noreturn]] void throwBroken(const SavedStage& saved, const std::string& what) {
  throw Error(ErrorCode::kMalformedData,
              "the search in " + saved.path() + " is not whole: " + what + "; save it again");
}

// The value is JSON inside of a text, as Spark has it.
JsonValue jsonOf(const ParamMap& map) {
  JsonValue list{JsonValue::Array()};
  for (const ParamSetting& setting : map) {
    JsonValue json;
    json.add("parent", setting.stage);
    json.add("name", setting.name);
    json.add("value", toJson(setting.value).text());
    json.add("isJson", "true");
    list.append(std::move(json));
  }
  return list;
}

const std::string& textIn(const JsonValue& json, std::string_view name, const SavedStage& saved) {
  const JsonValue* found = json.find(name);
  if (found == nullptr || found->asText() == nullptr) throwBroken(saved, "its grid has no " + std::string(name));
  return *found->asText();
}

ParamSetting settingOf(const JsonValue& json, const SavedStage& saved) {
  ParamSetting setting{textIn(json, "parent", saved), textIn(json, "name", saved), {}};
  const JsonValue* isJson = json.find("isJson");
  if (isJson != nullptr && isJson->asText() != nullptr && *isJson->asText() != "true") {
    throw Error(ErrorCode::kInvalidArgument, "the search in " + saved.path() + " tries whole stages as values of " +
                                                 setting.name + ", which Ferro's grids cannot hold");
  }
  const std::string where = "the grid of " + saved.path();
  setting.value = paramOfJson(JsonValue::parse(textIn(json, "value", saved), where), where);
  return setting;
}

std::vector<ParamMap> readMaps(const SavedStage& saved) {
  const JsonValue* params = saved.metadata().find("paramMap");
  const JsonValue* json = params == nullptr ? nullptr : params->find("estimatorParamMaps");
  if (json == nullptr || json->asArray() == nullptr) throwBroken(saved, "its metadata has no estimatorParamMaps");
  std::vector<ParamMap> maps;
  for (const JsonValue& list : *json->asArray()) {
    if (list.asArray() == nullptr) throwBroken(saved, "its estimatorParamMaps are no lists");
    ParamMap map;
    for (const JsonValue& setting : *list.asArray()) map.push_back(settingOf(setting, saved));
    maps.push_back(std::move(map));
  }
  return maps;
}

}  // namespace

void writeSearchParts(StageWriter& writer, const SearchParts& parts) {
  requireParts(parts.estimator.has_value(), parts.evaluator.has_value(), "a search that is saved");
  JsonValue maps{JsonValue::Array()};
  for (const ParamMap& map : orUnchanged(parts.maps)) maps.append(jsonOf(map));
  writer.addParam("estimatorParamMaps", maps.text());
  writer.writeStage(**parts.estimator, "estimator");
  writer.writeStage(**parts.evaluator, "evaluator");
}

void writeAlways(StageWriter& writer, const Savable& search, const std::vector<std::string>& params) {
  for (const std::string& name : params) {
    const ParamValue value = search.params().get(name);
    writer.addParam(name, toJson(value.isSet() ? value : ParamValue("")).text());
  }
}

SearchParts readSearchParts(const SavedStage& saved) {
  auto estimator = std::dynamic_pointer_cast<const Estimator>(loadStage(saved.inside("estimator")));
  if (estimator == nullptr) throwBroken(saved, "what is in estimator/ is no estimator");
  SearchParts parts;
  parts.estimator = AnyEstimator(std::move(estimator));
  parts.evaluator = AnyEvaluator(loadEvaluator(saved.inside("evaluator")));
  parts.maps = readMaps(saved);
  return parts;
}

void writeNumbers(StageWriter& writer, const std::string& name, const std::vector<double>& numbers) {
  JsonValue list{JsonValue::Array()};
  for (const double number : numbers) list.append(number);
  writer.addMetadata(name, list.text());
}

std::vector<double> readNumbers(const SavedStage& saved, const std::string& name, size_t count) {
  const JsonValue* json = saved.metadata().find(name);
  if (json == nullptr || json->asArray() == nullptr) throwBroken(saved, "its metadata has no " + name);
  std::vector<double> numbers;
  for (const JsonValue& element : *json->asArray()) {
    double number = std::numeric_limits<double>::quiet_NaN();  // JSON has no NaN: it is null
    if (!element.toNumber(number) && !element.isNull()) throwBroken(saved, name + " are no numbers");
    numbers.push_back(number);
  }
  if (numbers.size() != count) {
    throwBroken(saved, "it has " + std::to_string(numbers.size()) + " " + name + " for " + std::to_string(count) +
                           " combinations of parameters");
  }
  return numbers;
}

std::shared_ptr<const Transformer> readModel(const SavedStage& saved, const std::string& relative) {
  auto model = std::dynamic_pointer_cast<const Transformer>(loadStage(saved.inside(relative)));
  if (model == nullptr) throwBroken(saved, "what is in " + relative + "/ is no model");
  return model;
}

bool hasSubModels(const SavedStage& saved) {
  const JsonValue* json = saved.metadata().find("persistSubModels");
  return json != nullptr && json->asFlag() != nullptr && *json->asFlag();
}

}  // namespace ferro::ml
