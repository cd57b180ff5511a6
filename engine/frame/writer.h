// DataFrameWriter: df.write(), with Spark's modes and options, to a directory of files, whole or not at all. A value
// with one owner.
#pragma once

#include <string>
#include <vector>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/engine/frame/reader.h"

namespace ferro {

class DataFrameWriter {
 public:
  explicit DataFrameWriter(DataFrame frame) : frame_(std::move(frame)) {}

  DataFrameWriter& format(std::string name);
  // overwrite, append, ignore, errorifexists
  DataFrameWriter& mode(std::string name);
  DataFrameWriter& option(const std::string& name, const OptionValue& value);
  DataFrameWriter& options(const Options& options);
  // A directory for each value of these columns: a=1/b=x/...
  template <class... Names>
  DataFrameWriter& partitionBy(const Names&... columns) {
    partitionBy_ = {std::string(columns)...};
    return *this;
  }

  void save(const std::string& path) const;
  void csv(const std::string& path) { format("csv").save(path); }
  void json(const std::string& path) { format("json").save(path); }
  void parquet(const std::string& path) { format("parquet").save(path); }
  void text(const std::string& path) { format("text").save(path); }
  void arrow(const std::string& path) { format("arrow").save(path); }

 private:
  DataFrame frame_;
  std::string format_ = "parquet";
  std::string mode_ = "errorifexists";
  Options options_;
  std::vector<std::string> partitionBy_;
};

}  // namespace ferro
