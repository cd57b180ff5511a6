// Prints the rows of each part of a random split of a CSV file, as Spark prints rows: split_program FILE SEED WEIGHT...
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include <arrow/api.h>

#include "ferro/engine/expr/value_text.h"
#include "ferro/engine/ferro.h"

using namespace ferro;

namespace {

void print(const arrow::Table& table) {
  for (int64_t row = 0; row < table.num_rows(); ++row) {
    std::string line;
    for (const auto& column : table.columns()) {
      int64_t at = row;
      int chunk = 0;
      while (at >= column->chunk(chunk)->length()) at -= column->chunk(chunk++)->length();
      line += (line.empty() ? "" : "|") + valueText(*column->chunk(chunk), at);
    }
    std::cout << line << "\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  Session session(argc, argv);
  if (argc < 4) {
    std::cerr << "usage: split_program FILE SEED WEIGHT...\n";
    return 2;
  }
  const DataFrame rows = session.read().option("header", true).option("inferSchema", true).csv(argv[1]);
  std::vector<double> weights;
  for (int i = 3; i < argc; ++i) weights.push_back(std::strtod(argv[i], nullptr));
  for (const DataFrame& part : rows.randomSplit(weights, std::strtoll(argv[2], nullptr, 10))) {
    print(*part.collect());
    std::cout << "--\n";
  }
}
