// Answers SQL text over a Parquet table, one line of standard input after the other: `sql_program TABLE`. A line that
// begins with SELECT is a statement over the table t, any other an expression. The types and rows of the answer, or the
// error, are printed between lines of dashes, for comparison with other engines.
#include <iostream>
#include <string>

#include "ferro/engine/ferro.h"
#include "ferro/engine/sql/select_statement.h"

namespace {

using namespace ferro;

DataFrame answer(const DataFrame& table, const std::string& line) {
  if (!line.starts_with("SELECT")) return table.selectExpr(line);
  return table.with(sql::planOf(sql::parseSelect(line), table.plan()));
}

void print(const DataFrame& frame) {
  const std::string rows = frame.showString(100, 0);
  for (const auto& [name, type] : frame.dtypes()) std::cout << name << ": " << type << "\n";
  std::cout << rows;
}

}  // namespace

int main(int argc, char** argv) {
  ferro::runIfExecutor();
  if (argc < 2) return 2;
  const ferro::Session session(ferro::Conf().setMaster("local[2]"));
  const DataFrame table = session.read().parquet(argv[1]);
  for (std::string line; std::getline(std::cin, line);) {
    try {
      print(answer(table, line));
    } catch (const ferro::Error& error) {
      std::cout << "error: " << error.what() << "\n";
    }
    std::cout << "----------" << std::endl;
  }
  return 0;
}
