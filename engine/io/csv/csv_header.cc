#include "ferro/engine/io/csv/csv_header.h"

#include <algorithm>
#include <map>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/engine/io/csv/utf8.h"

namespace ferro {
std::vector<std::string> columnNames(const std::vector<std::string>& firstRecord, const CsvOptions& options) {
  std::map<std::string, int> uses;
  for (const std::string& field : firstRecord) ++uses[lowerCase(field)];
  std::vector<std::string> names;
  for (size_t i = 0; i < firstRecord.size(); ++i) {
    const std::string& field = firstRecord[i];
    if (!options.header || field.empty() || field == options.nullValue) {
      names.push_back("_c" + std::to_string(i));
    } else {
      const std::string name = repairedUtf8(field);
      names.push_back(uses[lowerCase(field)] > 1 ? name + std::to_string(i) : name);
    }
  }
  return names;
}

void checkHeader(const std::vector<std::string>& header, const std::vector<std::string>& names,
                 const std::string& path) {
  if (header.size() != names.size()) {
    throw Error(ErrorCode::kInvalidArgument, "the header of " + path + " has " + std::to_string(header.size()) +
                                                 " columns, the schema " + std::to_string(names.size()) +
                                                 "; give the file's schema, or set enforceSchema=true");
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (equalIgnoringCase(header[i], names[i])) continue;
    throw Error(ErrorCode::kInvalidArgument, "column " + std::to_string(i + 1) + " of " + path + " is called '" +
                                                 header[i] + "' in its header and '" + names[i] +
                                                 "' in the schema; give the file's schema, or set enforceSchema=true");
  }
}

}  // namespace ferro
