#include "ferro/engine/io/write/write_format.h"

#include <array>
#include <string_view>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {

std::unique_ptr<const WriteFormat> makeWriteFormat(const std::string& name,
                                                   const std::map<std::string, std::string>& options) {
  if (name == "csv") return makeCsvWriteFormat(options);
  if (name == "json") return makeJsonWriteFormat(options);
  if (name == "parquet") return makeParquetWriteFormat(options);
  if (name == "arrow") return makeArrowWriteFormat(options);
  if (name == "text") return makeTextWriteFormat(options);
  if (name == "libsvm") return makeLibsvmWriteFormat(options);
  constexpr std::array<std::string_view, 6> kNames = {"csv", "json", "parquet", "arrow", "text", "libsvm"};
  const auto similar = similarName(name, kNames);
  const std::string question = similar ? "did you mean '" + std::string(*similar) + "'? " : "";
  throw Error(ErrorCode::kInvalidArgument, "[DATA_SOURCE_NOT_FOUND] there is no format '" + name + "' to write; " +
                                               question + "There are csv, json, parquet, text, libsvm and arrow");
}

void throwUnsupportedType(std::string_view format, const arrow::Field& field) {
  throw Error(ErrorCode::kInvalidArgument, "[UNSUPPORTED_DATA_TYPE_FOR_DATASOURCE] The " + std::string(format) +
                                               " datasource doesn't support the column `" + field.name() +
                                               "` of the type " + quotedSqlName(*field.type()));
}

}  // namespace ferro
