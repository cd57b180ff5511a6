// Prints what Ferro reads from CSV files, as JSON: `csv_print PATH SCHEMA [option=value]...`; an empty schema is none.
// For the comparison with Spark.
#include <cstdio>
#include <string>
#include <vector>

#include <arrow/api.h>

#include "csv_table.h"
#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"

namespace {

using namespace ferro;

std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += std::string("\\") + c;
    } else if (static_cast<unsigned char>(c) < ' ') {
      char escape[8];
      std::snprintf(escape, sizeof(escape), "\\u%04x", c);
      json += escape;
    } else {
      json += c;
    }
  }
  return json + "\"";
}

void print(const arrow::Schema& schema, const test::CsvRows& rows, const std::vector<int64_t>& partitions) {
  std::string json = "{\"schema\": [";
  for (const auto& field : schema.fields()) {
    json += (json.ends_with('[') ? "[" : ", [") + quoted(field->name()) + ", " + quoted(sqlName(*field->type())) + "]";
  }
  json += "], \"rows\": [";
  for (const auto& row : rows) {
    json += json.ends_with('[') ? "[" : ", [";
    for (size_t i = 0; i < row.size(); ++i) json += (i == 0 ? "" : ", ") + (row[i] ? quoted(*row[i]) : "null");
    json += "]";
  }
  json += "], \"partitions\": [";
  for (const int64_t size : partitions) json += (json.ends_with('[') ? "" : ", ") + std::to_string(size);
  std::puts((json + "]}").c_str());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    test::CsvTexts options;
    for (int i = 3; i < argc; ++i) {
      const std::string option = argv[i];
      const size_t equals = option.find('=');
      options[option.substr(0, equals)] = option.substr(equals + 1);
    }
    test::CsvCase csv("local[2]");
    const RelationPtr relation = csv.relation(argv[1], options, argv[2]);
    const auto sizes = test::partitionSizes(csv.core(), relation->scan(csv.core(), test::everything(*relation)));
    print(*relation->schema(), test::textsOf(*test::readTable(csv.core(), *relation)), sizes);
    return 0;
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
