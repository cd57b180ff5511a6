#include "ferro/engine/io/formats/file_format.h"

#include "ferro/common/error.h"
#include "ferro/engine/io/csv/csv_format.h"
#include "ferro/engine/io/formats/arrow_files.h"
#include "ferro/engine/io/formats/json_files.h"
#include "ferro/engine/io/formats/libsvm_files.h"
#include "ferro/engine/io/formats/parquet_files.h"
#include "ferro/engine/io/formats/text_files.h"

namespace ferro {

std::unique_ptr<const FileFormat> makeFileFormat(const std::string& name,
                                                 const std::map<std::string, std::string>& options) {
  if (name == "csv") return makeCsvFormat(options);
  if (name == "text") return makeTextFormat(options);
  if (name == "json") return makeJsonFormat(options);
  if (name == "parquet") return makeParquetFormat(options);
  if (name == "arrow") return makeArrowFormat(options);
  if (name == "libsvm") return makeLibsvmFormat(options);
  throwInternal("a scan of an unknown format: " + name);
}

}  // namespace ferro
