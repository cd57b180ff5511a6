// Copies a table from one format to another: `copy_table FROM_FORMAT FROM TO_FORMAT TO [read.NAME=VALUE]...
// [write.NAME=VALUE]...`. What other engines write is read with it, and what they read is written with it.
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/io/formats/arrow_files.h"
#include "ferro/engine/io/formats/json_files.h"
#include "ferro/engine/io/formats/libsvm_files.h"
#include "ferro/engine/io/formats/parquet_files.h"
#include "ferro/engine/io/formats/text_files.h"
#include "ferro/engine/io/write/table_writer.h"
#include "ferro/engine/session.h"

namespace {

using namespace ferro;
using Options = std::map<std::string, std::string>;

RelationPtr open(const Session& session, const std::string& format, const std::string& path, const Options& options) {
  if (format == "json") return makeJsonRelation(session.core(), {path}, options, nullptr);
  if (format == "parquet") return makeParquetRelation(session.core(), {path}, options, nullptr);
  if (format == "arrow") return makeArrowRelation(session.core(), {path}, options, nullptr);
  if (format == "libsvm") return makeLibsvmRelation(session.core(), {path}, options, nullptr);
  return makeTextRelation(session.core(), {path}, options, nullptr);
}

void copy(int argc, char** argv) {
  WriteRequest request{.format = argv[3], .path = argv[4]};
  Options readOptions;
  for (int i = 5; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const size_t dot = argument.find('.');
    const size_t equals = argument.find('=');
    Options& options = argument.starts_with("read.") ? readOptions : request.options;
    options[std::string(argument.substr(dot + 1, equals - dot - 1))] = argument.substr(equals + 1);
  }
  if (const auto found = request.options.find("partitionBy"); found != request.options.end()) {
    request.partitionBy.push_back(found->second);
    request.options.erase(found);
  }
  const Session session(Conf().setMaster("local[2]"));
  const RelationPtr relation = open(session, argv[1], argv[2], readOptions);
  ScanRequest all;
  for (int i = 0; i < relation->schema()->num_fields(); ++i) all.columns.push_back(i);
  writeTable(session.core(), relation->scan(session.core(), all), request);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: copy_table FROM_FORMAT FROM TO_FORMAT TO [read.NAME=VALUE] [write.NAME=VALUE]\n");
    return 2;
  }
  try {
    copy(argc, argv);
    return 0;
  } catch (const ferro::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
