// Runs random queries and writes, for each, its SQL and its rows, for another engine to compare:
// random_program FOLDER FIRST_SEED COUNT. The tables are Parquet files in FOLDER, cached for every other
// query.
#include <cstdlib>
#include <iostream>
#include <string>

#include <arrow/api.h>

#include "ferro/engine/expr/value_text.h"
#include "random_query.h"

using namespace ferro;

namespace {

constexpr int kNumFacts = 500;
constexpr int kNumNames = 60;
constexpr int kSeedsOfTables = 10;

// One line for each row, values separated by a character that no value has.
void print(const arrow::Table& table) {
  for (int64_t row = 0; row < table.num_rows(); ++row) {
    std::string line;
    for (const auto& column : table.columns()) {
      int64_t at = row;
      int chunk = 0;
      while (at >= column->chunk(chunk)->length()) at -= column->chunk(chunk++)->length();
      const auto& values = *column->chunk(chunk);
      line += (line.empty() ? "" : "\x1f") + (values.IsNull(at) ? std::string("\x1e") : "=" + valueText(values, at));
    }
    std::cout << line << "\n";
  }
}

void runAll(const Session& session, const std::string& folder, uint64_t first, uint64_t count) {
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const uint64_t tables = seed % kSeedsOfTables;
    const std::string place = folder + "/" + std::to_string(tables);
    const DataFrame facts = test::randomFacts(session, tables, kNumFacts);
    const DataFrame names = test::randomNames(session, tables, kNumNames);
    facts.write().mode("ignore").parquet(place + "/facts");
    names.write().mode("ignore").parquet(place + "/names");
    const DataFrame left = session.read().parquet(place + "/facts");
    const DataFrame right = session.read().parquet(place + "/names");
    const bool cached = seed % 2 == 1;  // text then comes as dictionaries
    const test::RandomQuery query(seed, cached ? left.cache() : left, cached ? right.cache() : right);
    std::cout << "seed " << seed << "\n" << place << "\n" << query.sql() << "\n";
    try {
      print(*query.frame().collect());
    } catch (const Error& error) {
      std::cout << "error: " << error.what() << "\n";
    }
    std::cout << "end" << std::endl;
    left.unpersist();
    right.unpersist();
  }
}

}  // namespace

int main(int argc, char** argv) {
  Session session(argc, argv);
  if (argc != 4) {
    std::cerr << "usage: random_program FOLDER FIRST_SEED COUNT\n";
    return 2;
  }
  runAll(session, argv[1], std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10));
}
