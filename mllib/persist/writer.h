// Saving stages in Spark's layout: metadata/part-00000 with a line of JSON, tables in Parquet with Spark's schema in
// the footer, stages of a pipeline beneath stages/. All of it is written aside and moved into place at the end. Driver
// threads only.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/type_fwd.h>

namespace ferro::ml {

class Savable;

// What write() gives: `model.write().overwrite().save(path)`.
class MLWriter {
 public:
  explicit MLWriter(std::shared_ptr<const Savable> saved) : saved_(std::move(saved)) {}

  MLWriter& overwrite() {
    overwrite_ = true;
    return *this;
  }
  // Error kAlreadyExists when something is there and overwrite() was not called. A local path or a URI.
  void save(const std::string& path) const;

 private:
  std::shared_ptr<const Savable> saved_;
  bool overwrite_ = false;
};

// The directory that a stage is being saved to, as the stage sees it.
class StageWriter {
 public:
  explicit StageWriter(std::string directory) : directory_(std::move(directory)) {}

  // A table beneath the directory, as <name>/part-*.parquet: mostly one row, under the name `data`.
  void writeTable(const arrow::Table& table, std::string_view name = "data");
  // Goes into the paramMap of the metadata, in place of a parameter of that name: already JSON.
  void addParam(std::string name, std::string json) { params_.emplace_back(std::move(name), std::move(json)); }
  // Goes into the metadata beside uid and class: already JSON.
  void addMetadata(std::string name, std::string json) { extras_.emplace_back(std::move(name), std::move(json)); }
  // A stage or an evaluator inside of this one, under `relative`.
  void writeStage(const Savable& stage, const std::string& relative);

  // Writes it with all it holds.
  static void write(const Savable& stage, const std::string& directory);

 private:
  void writeMetadata(const Savable& stage) const;
  bool isReplaced(std::string_view param) const;

  std::string directory_;
  std::vector<std::pair<std::string, std::string>> params_{};
  std::vector<std::pair<std::string, std::string>> extras_{};
};

}  // namespace ferro::ml
