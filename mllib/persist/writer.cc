#include "ferro/mllib/persist/writer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <arrow/io/interfaces.h>
#include <arrow/table.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/writer.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/io/file_system.h"
#include "ferro/engine/io/formats/spark_schema.h"
#include "ferro/engine/io/output_committer.h"
#include "ferro/engine/io/staging.h"
#include "ferro/mllib/persist/json.h"
#include "ferro/mllib/persist/param_json.h"
#include "ferro/mllib/persist/savable.h"

namespace ferro::ml {
namespace {

// The Spark whose layout is followed.
constexpr std::string_view kSparkVersion = "4.0.0";

void makeDirectories(const ResolvedPath& place) {
  check(place.fileSystem->CreateDir(place.path, true), "making the directory " + place.location);
}

void writeFile(const ResolvedPath& place, std::string_view content) {
  const std::string what = "writing " + place.location;
  const auto stream = valueOf(place.fileSystem->OpenOutputStream(place.path), what);
  check(stream->Write(content), what);
  check(stream->Close(), what);
}

void writeParquet(const ResolvedPath& place, const arrow::Table& table) {
  const std::string what = "writing " + place.location;
  const auto stream = valueOf(place.fileSystem->OpenOutputStream(place.path), what);
  auto properties =
      parquet::WriterProperties::Builder().compression(arrow::Compression::SNAPPY)->created_by("Ferro")->build();
  auto writer = valueOf(
      parquet::arrow::FileWriter::Open(*table.schema(), arrow::default_memory_pool(), stream, std::move(properties)),
      what);
  check(writer->AddKeyValueMetadata(
            arrow::key_value_metadata({{std::string(kSparkSchemaKey), sparkSchemaJson(*table.schema())},
                                       {std::string(kSparkVersionKey), std::string(kSparkVersion)}})),
        what);
  check(writer->WriteTable(table), what);
  check(writer->Close(), what);
  check(stream->Close(), what);
}

int64_t milliseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

// Removes what is half-written when the writing fails.
class Aside {
 public:
  explicit Aside(ResolvedPath place) : place_(std::move(place)) {}
  ~Aside() {
    if (moved_) return;
    // The error that is on its way says more than one about leftovers would.
    static_cast<void>(place_.fileSystem->DeleteDir(place_.path));
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

  const ResolvedPath& place() const { return place_; }
  void moveTo(const ResolvedPath& target) {
    moveTree(place_, target);
    moved_ = true;
  }

 private:
  ResolvedPath place_;
  bool moved_ = false;
};

}  // namespace

void MLWriter::save(const std::string& path) const {
  std::string trimmed = path;
  while (trimmed.size() > 1 && trimmed.back() == '/') trimmed.pop_back();
  if (trimmed.find('/') == std::string::npos) trimmed.insert(0, "./");  // so that it has a parent
  const ResolvedPath target = resolvePath(trimmed);
  const bool isThere = exists(target);
  if (isThere && !overwrite_) {
    throw Error(ErrorCode::kAlreadyExists,
                "cannot save to " + target.location + ": it is there already; use write().overwrite().save()");
  }
  makeDirectories(target.parent());
  const std::string name = target.path.substr(target.path.rfind('/') + 1);
  Aside aside(target.parent().child("." + name + "." + stagingName(newOutputId())));
  StageWriter::write(*saved_, aside.place().location);
  if (!isThere) {
    aside.moveTo(target);
    return;
  }
  const ResolvedPath old = target.parent().child("." + name + ".old." + stagingName(newOutputId()));
  moveTree(target, old);
  try {
    aside.moveTo(target);
  } catch (const Error&) {
    moveTree(old, target);
    throw;
  }
  removeTree(old);
}

void StageWriter::write(const Savable& stage, const std::string& directory) {
  StageWriter writer(directory);
  makeDirectories(resolvePath(directory));
  stage.writeData(writer);
  writer.writeMetadata(stage);
}

void StageWriter::writeTable(const arrow::Table& table, std::string_view name) {
  const ResolvedPath directory = resolvePath(directory_).child(name);
  makeDirectories(directory);
  writeParquet(directory.child("part-00000.snappy.parquet"), table);
  writeFile(directory.child("_SUCCESS"), "");
}

void StageWriter::writeStage(const Savable& stage, const std::string& relative) {
  write(stage, resolvePath(directory_).child(relative).location);
}

bool StageWriter::isReplaced(std::string_view param) const {
  return std::any_of(params_.begin(), params_.end(), [&](const auto& given) { return given.first == param; });
}

void StageWriter::writeMetadata(const Savable& stage) const {
  JsonValue given{JsonValue::Object()};
  JsonValue defaults{JsonValue::Object()};
  JsonValue own{JsonValue::Object()};
  for (const ParamSpec& spec : stage.params().table().specs()) {
    const ParamValue value = stage.params().get(spec.name);
    if (spec.isSparks && spec.defaultValue.isSet()) defaults.add(spec.name, toJson(spec.defaultValue));
    if (isReplaced(spec.name)) continue;
    if (value.isSet() && !(value == spec.defaultValue)) (spec.isSparks ? given : own).add(spec.name, toJson(value));
  }
  for (const auto& [name, json] : params_) given.add(name, JsonValue::parse(json, name));
  JsonValue metadata;
  metadata.add("class", stage.className());
  metadata.add("timestamp", milliseconds());
  metadata.add("sparkVersion", kSparkVersion);
  metadata.add("uid", stage.uid());
  metadata.add("paramMap", std::move(given));
  metadata.add("defaultParamMap", std::move(defaults));
  if (!own.asObject()->empty()) metadata.add("ferroParamMap", std::move(own));
  for (const auto& [name, json] : extras_) metadata.add(name, JsonValue::parse(json, name));
  const ResolvedPath directory = resolvePath(directory_).child("metadata");
  makeDirectories(directory);
  writeFile(directory.child("part-00000"), metadata.text() + "\n");
  writeFile(directory.child("_SUCCESS"), "");
}

}  // namespace ferro::ml
