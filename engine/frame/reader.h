// DataFrameReader: session.read(), with Spark's options, to a DataFrame over files. A value with one owner; what it
// makes is shared.
#pragma once

#include <concepts>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/frame/dataframe.h"

namespace ferro {

// An option's value as text: `true`, `7`, `0.5`, or what was written.
class OptionValue {
 public:
  // NOLINTBEGIN(google-explicit-constructor): it is there to be converted to.
  OptionValue(std::string value) : text_(std::move(value)) {}
  OptionValue(const char* value) : text_(value) {}
  OptionValue(std::string_view value) : text_(value) {}
  OptionValue(bool value) : text_(value ? "true" : "false") {}
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  OptionValue(T value) : text_(std::to_string(value)) {}
  OptionValue(double value);
  // NOLINTEND(google-explicit-constructor)
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

using Options = std::map<std::string, std::string>;

class DataFrameReader {
 public:
  explicit DataFrameReader(SessionPtr session) : session_(std::move(session)) {}

  // csv, json, parquet, text, libsvm, arrow
  DataFrameReader& format(std::string name);
  // As DDL text: `name STRING, age INT`.
  DataFrameReader& schema(std::string_view ddl);
  DataFrameReader& schema(std::shared_ptr<arrow::Schema> schema);
  DataFrameReader& option(const std::string& name, const OptionValue& value);
  DataFrameReader& options(const Options& options);

  // Files, directories, globs; local paths or URIs of Arrow's file systems.
  DataFrame load(const std::string& path) const { return load(std::vector<std::string>{path}); }
  DataFrame load(const std::vector<std::string>& paths) const;

  template <class... Paths>
  DataFrame csv(const Paths&... paths) {
    return format("csv").load(std::vector<std::string>{std::string(paths)...});
  }
  template <class... Paths>
  DataFrame json(const Paths&... paths) {
    return format("json").load(std::vector<std::string>{std::string(paths)...});
  }
  template <class... Paths>
  DataFrame parquet(const Paths&... paths) {
    return format("parquet").load(std::vector<std::string>{std::string(paths)...});
  }
  template <class... Paths>
  DataFrame text(const Paths&... paths) {
    return format("text").load(std::vector<std::string>{std::string(paths)...});
  }
  template <class... Paths>
  DataFrame arrow(const Paths&... paths) {
    return format("arrow").load(std::vector<std::string>{std::string(paths)...});
  }

 private:
  SessionPtr session_;
  std::string format_ = "parquet";
  std::shared_ptr<arrow::Schema> schema_;
  Options options_;
};

}  // namespace ferro
