// A first look at a CSV file: its columns, some rows, how its numbers are spread, and, if a column is named, how many
// rows each of its values has and the averages of the numbers there. csv_report FILE.csv [COLUMN]
#include <iostream>
#include <vector>

#include <ferro/ferro.h>

using namespace ferro;

int main(int argc, char** argv) {
  Session session(argc, argv);
  if (argc < 2 || argc > 3) {
    std::cerr << "usage: csv_report FILE.csv [COLUMN]\n";
    return 2;
  }
  const DataFrame rows = session.read().option("header", true).option("inferSchema", true).csv(argv[1]).cache();
  rows.printSchema();
  rows.show(5);

  std::vector<std::string> numbers;
  for (const auto& [name, type] : rows.dtypes()) {
    if (type == "int" || type == "bigint" || type == "double") numbers.push_back(name);
  }
  if (!numbers.empty()) rows.select(numbers).describe().show();
  if (argc == 2) return 0;

  const std::string column = "`" + std::string(argv[2]) + "`";
  std::vector<Column> aggregates{count("*").as("rows")};
  for (const std::string& name : numbers) {
    if (name != argv[2]) aggregates.push_back(round(avg(col("`" + name + "`")), 3).as("avg " + name));
  }
  rows.groupBy(col(column)).agg(aggregates).orderBy(desc("rows"), col(column)).show();
}
