#include "ferro/mllib/persist/reader.h"

#include <arrow/buffer.h>
#include <arrow/io/interfaces.h>
#include <arrow/table.h>
#include <parquet/arrow/reader.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/io/file_system.h"
#include "ferro/mllib/params/param_table.h"
#include "ferro/mllib/persist/json.h"
#include "ferro/mllib/persist/param_json.h"
#include "ferro/mllib/persist/registry.h"
#include "ferro/mllib/stage/stage.h"

namespace ferro::ml {
namespace {

[[noreturn]] void throwIncomplete(const std::string& path, const std::string& what) {
  throw Error(ErrorCode::kMalformedData, "the model in " + path + " is not whole: " + what + "; save it again");
}

// The files that hold something; of none, nothing.
std::vector<ResolvedPath> partsIn(const ResolvedPath& directory) {
  std::vector<ResolvedPath> parts;
  const auto status = statusOf(directory);
  if (!status || !status->IsDirectory()) return parts;
  for (const auto& entry : entriesOf(directory)) {
    const std::string name = entry.base_name();
    if (!entry.IsFile() || name.starts_with('_') || name.starts_with('.')) continue;
    parts.push_back(directory.child(name));
  }
  return parts;
}

std::string contentOf(const ResolvedPath& place) {
  const auto file = openInputFile(place);
  const std::string what = "reading " + place.location;
  const auto buffer = valueOf(file->ReadAt(0, valueOf(file->GetSize(), what)), what);
  return buffer->ToString();
}

std::string metadataLine(const std::string& path) {
  const ResolvedPath place = resolvePath(path);
  if (!statusOf(place)) throw Error(ErrorCode::kNotFound, "there is no saved model in " + place.location);
  for (const ResolvedPath& part : partsIn(place.child("metadata"))) {
    const std::string text = contentOf(part);
    if (!text.empty()) return text.substr(0, text.find('\n'));
  }
  throwIncomplete(place.location, "metadata/part-00000 is missing");
}

const std::string& textIn(const JsonValue& metadata, std::string_view name, const std::string& path) {
  const JsonValue* found = metadata.find(name);
  if (found == nullptr || found->asText() == nullptr) {
    throwIncomplete(path, "its metadata has no " + std::string(name));
  }
  return *found->asText();
}

std::shared_ptr<arrow::Table> readParquet(const ResolvedPath& place) try {
  const std::string what = "reading " + place.location;
  parquet::ArrowReaderProperties properties;
  properties.set_pre_buffer(false);  // a few rows are not worth Arrow's own threads
  parquet::arrow::FileReaderBuilder builder;
  check(builder.Open(openInputFile(place)), what);
  auto reader = valueOf(builder.properties(properties)->Build(), what);
  return valueOf(reader->ReadTable(), what);
} catch (const Error& error) {
  if (error.code() == ErrorCode::kPermissionDenied) throw;
  throwIncomplete(place.location, error.what());
}

// Defaults that are made of the uid, as Spark's outputCol, are no parameters that somebody set.
void readParamMap(const JsonValue* map, bool areDefaults, const ParamTable& table, void* params,
                  const std::string& path) {
  if (map == nullptr || map->asObject() == nullptr) return;
  for (const auto& [name, json] : *map->asObject()) {
    const ParamSpec* spec = table.findOrNull(name);
    if (spec == nullptr || json.isNull()) continue;  // a later Spark's, or what the stage itself reads
    if (areDefaults && !spec->defaultValue.isSet()) continue;
    table.set(params, name, paramOfJson(json, "parameter " + name + " of the model in " + path));
  }
}

}  // namespace

SavedStage::SavedStage(const std::string& path) : path_(path) {
  metadata_ = std::make_shared<const JsonValue>(JsonValue::parse(metadataLine(path), "the metadata of " + path));
  className_ = textIn(*metadata_, "class", path);
  uid_ = textIn(*metadata_, "uid", path);
}

SavedStage::SavedStage(const std::string& path, std::string_view className) : SavedStage(path) {
  if (className_ == className) return;
  throw Error(ErrorCode::kInvalidArgument, "the model in " + path + " is of class " + className_ + ", not " +
                                               std::string(className) + ": load it with that class");
}

void SavedStage::readParams(const ParamTable& table, void* params) const {
  readParamMap(metadata_->find("defaultParamMap"), true, table, params, path_);
  readParamMap(metadata_->find("paramMap"), false, table, params, path_);
  readParamMap(metadata_->find("ferroParamMap"), false, table, params, path_);
}

SavedTable SavedStage::table(std::string_view name) const {
  const ResolvedPath directory = resolvePath(path_).child(name);
  std::vector<std::shared_ptr<arrow::Table>> tables;
  for (const ResolvedPath& part : partsIn(directory)) tables.push_back(readParquet(part));
  if (tables.empty()) throwIncomplete(path_, std::string(name) + "/ has no Parquet file");
  return {valueOf(arrow::ConcatenateTables(tables), "reading " + directory.location), directory.location};
}

bool SavedStage::has(const std::string& relative) const {
  return statusOf(resolvePath(path_).child(relative)).has_value();
}

SavedStage SavedStage::inside(const std::string& relative) const {
  return SavedStage(resolvePath(path_).child(relative).location);
}

std::shared_ptr<const Stage> loadStage(const std::string& path) { return loadStage(SavedStage(path)); }

std::shared_ptr<const Stage> loadStage(const SavedStage& saved) {
  std::vector<std::string_view> known;
  for (const StageLoader& loader : stageLoaders()) {
    if (loader.className == saved.className()) return loader.load(saved);
    known.push_back(loader.className);
  }
  throw Error(ErrorCode::kInvalidArgument, "the model in " + saved.path() + " is of class " + saved.className() +
                                               ", which Ferro does not have; the nearest is " +
                                               std::string(*nearestName(saved.className(), known)));
}

}  // namespace ferro::ml
