// Loading what was saved by MLWriter, or by Spark. Driver threads only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/mllib/linalg/matrix.h"
#include "ferro/mllib/linalg/vector.h"

namespace ferro::ml {

class JsonValue;
class ParamTable;
class Stage;

// A table that was saved with a stage, mostly of one row. Errors kMalformedData name the file and the column.
class SavedTable {
 public:
  SavedTable(std::shared_ptr<arrow::Table> table, std::string place);

  int64_t numRows() const;
  bool hasColumn(std::string_view name) const;
  int64_t integer(std::string_view column, int64_t row = 0) const;
  double number(std::string_view column, int64_t row = 0) const;
  bool flag(std::string_view column, int64_t row = 0) const;
  std::string text(std::string_view column, int64_t row = 0) const;
  Vector vector(std::string_view column, int64_t row = 0) const;
  Matrix matrix(std::string_view column, int64_t row = 0) const;
  std::vector<double> numbers(std::string_view column, int64_t row = 0) const;
  std::vector<int32_t> integers(std::string_view column, int64_t row = 0) const;
  std::vector<std::string> texts(std::string_view column, int64_t row = 0) const;
  std::vector<std::vector<std::string>> textLists(std::string_view column, int64_t row = 0) const;
  const arrow::Table& table() const { return *table_; }

 private:
  std::shared_ptr<arrow::Array> cell(std::string_view column, int64_t row) const;

  std::shared_ptr<arrow::Table> table_;
  std::string place_;
};

// The directory of a saved stage.
class SavedStage {
 public:
  explicit SavedStage(const std::string& path);
  // Error kInvalidArgument when it is of another class, kNotFound when there is none, kMalformedData when it is not
  // whole.
  SavedStage(const std::string& path, std::string_view className);

  const std::string& path() const { return path_; }
  const std::string& className() const { return className_; }
  const std::string& uid() const { return uid_; }
  // The saved defaults, then the saved parameters, into a struct of parameters.
  void readParams(const ParamTable& table, void* params) const;
  SavedTable table(std::string_view name = "data") const;
  const JsonValue& metadata() const { return *metadata_; }
  SavedStage inside(const std::string& relative) const;
  bool has(const std::string& relative) const;

 private:
  std::string path_;
  std::string className_;
  std::string uid_;
  std::shared_ptr<const JsonValue> metadata_;
};

// A stage of any class that Ferro knows, by the class name that was saved with it.
std::shared_ptr<const Stage> loadStage(const std::string& path);
std::shared_ptr<const Stage> loadStage(const SavedStage& saved);

}  // namespace ferro::ml
