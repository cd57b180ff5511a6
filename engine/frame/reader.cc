#include "ferro/engine/frame/reader.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/io/csv/csv_relation.h"
#include "ferro/engine/io/formats/arrow_files.h"
#include "ferro/engine/io/formats/json_files.h"
#include "ferro/engine/io/formats/libsvm_files.h"
#include "ferro/engine/io/formats/parquet_files.h"
#include "ferro/engine/io/formats/text_files.h"
#include "ferro/engine/plan/plan.h"
#include "ferro/engine/session_core.h"
#include "ferro/engine/session_zone.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

using MakeRelation = RelationPtr (*)(const SessionPtr& session, const std::vector<std::string>& paths,
                                     const Options& options, std::shared_ptr<arrow::Schema> schema);

struct Format {
  std::string_view name;
  MakeRelation make;
};

constexpr std::array<Format, 6> kFormats{{{"csv", makeCsvRelation},
                                          {"json", makeJsonRelation},
                                          {"parquet", makeParquetRelation},
                                          {"text", makeTextRelation},
                                          {"libsvm", makeLibsvmRelation},
                                          {"arrow", makeArrowRelation}}};

const Format& formatOf(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Format& format : kFormats) {
    if (format.name == name) return format;
    names.push_back(format.name);
  }
  const auto similar = similarName(name, names);
  const std::string question = similar ? "did you mean \"" + std::string(*similar) + "\"? " : "";
  throw Error(ErrorCode::kNotFound, "[DATA_SOURCE_NOT_FOUND] there is no format \"" + name + "\"; " + question +
                                        "There are csv, json, parquet, text, libsvm and arrow");
}

}  // namespace

OptionValue::OptionValue(double value) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  text_.assign(buffer.data(), end);
}

DataFrameReader& DataFrameReader::format(std::string name) {
  format_ = std::move(name);
  return *this;
}

DataFrameReader& DataFrameReader::schema(std::string_view ddl) { return schema(parseSchema(ddl)); }

DataFrameReader& DataFrameReader::schema(std::shared_ptr<arrow::Schema> schema) {
  schema_ = normalizedSchema(*schema);
  return *this;
}

DataFrameReader& DataFrameReader::option(const std::string& name, const OptionValue& value) {
  options_[name] = value.text();
  return *this;
}

DataFrameReader& DataFrameReader::options(const Options& options) {
  for (const auto& [name, value] : options) options_[name] = value;
  return *this;
}

DataFrame DataFrameReader::load(const std::vector<std::string>& paths) const {
  if (paths.empty()) throw Error(ErrorCode::kInvalidArgument, "nothing to read: no path was given");
  Options options = options_;
  const bool hasZone = std::any_of(options.begin(), options.end(),
                                   [](const auto& one) { return equalIgnoringCase(one.first, "timeZone"); });
  if ((format_ == "csv" || format_ == "json") && !hasZone) options["timeZone"] = sessionZone(session_->conf())->id();
  return {session_, RelationPlan::of(formatOf(format_).make(session_, paths, options, schema_))};
}

}  // namespace ferro
