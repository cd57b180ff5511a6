// Prints what one of Spark's golden programs printed, by its name, over the data in a folder: golden_program DATA NAME.
#include <iostream>
#include <string>

#include "ferro/engine/ferro.h"

using namespace ferro;

namespace {

DataFrame titanic(const Session& session, const std::string& data) {
  return session.read().option("header", true).option("inferSchema", true).csv(data + "/titanic.csv");
}

DataFrame adult(const Session& session, const std::string& data) {
  return session.read()
      .option("header", true)
      .option("inferSchema", true)
      .option("ignoreLeadingWhiteSpace", true)
      .option("ignoreTrailingWhiteSpace", true)
      .option("nullValue", "?")
      .csv(data + "/adult.csv");
}

void groups(const DataFrame& rows) {
  rows.groupBy("class", "sex")
      .agg(count("*").as("n"), avg("fare").as("fare"), max("age").as("oldest"), countDistinct("deck").as("decks"))
      .orderBy("class", "sex")
      .show();
}

void classAverages(const DataFrame& rows) {
  const DataFrame averages = rows.groupBy("class").agg(round(avg("fare"), 4).as("cf"));
  rows.join(averages, "class")
      .where(col("fare") > col("cf") * 5)
      .select("class", "fare", "cf", "age")
      .orderBy("class", desc("fare"), "age")
      .show(8);
}

void strings(const DataFrame& rows) {
  rows.select(upper(col("embark_town")).as("u"), length(col("class")).as("l"), substring(col("who"), 1, 2).as("w"),
              concat_ws("-", col("sex"), col("class")).as("c"),
              when(col("age") >= 18, "adult").otherwise("child").as("a"))
      .distinct()
      .orderBy("u", "l", "w", "c", "a")
      .show(12);
}

void nullCounts(const DataFrame& rows) {
  std::vector<Column> counts;
  for (const std::string& name : rows.columns()) {
    counts.push_back(sum(col("`" + name + "`").isNull().cast("int")).as(name));
  }
  rows.select(counts).show();
}

int run(const Session& session, const std::string& data, const std::string& name) {
  if (name == "adult.printSchema") adult(session, data).printSchema();
  else if (name == "titanic.printSchema") titanic(session, data).printSchema();
  else if (name == "titanic.show") titanic(session, data).show();
  else if (name == "titanic.show(5,false)") titanic(session, data).show(5, false);
  else if (name == "titanic.show(3,20,true)") titanic(session, data).show(3, 20, true);
  else if (name == "titanic.describe") titanic(session, data).describe("age", "fare", "sex").show();
  else if (name == "titanic.summary") titanic(session, data).select("age", "fare").summary().show();
  else if (name.starts_with("titanic.groupBy class,sex")) groups(titanic(session, data));
  else if (name == "adult.groupBy Education: n, avg hours") {
    adult(session, data)
        .groupBy("Education")
        .agg(count("*").as("n"), round(avg("Hours per week"), 3).as("hours"))
        .orderBy(desc("n"))
        .show();
  } else if (name == "adult nulls per column") nullCounts(adult(session, data));
  else if (name == "titanic join: class averages back to rows") classAverages(titanic(session, data));
  else if (name == "titanic strings") strings(titanic(session, data));
  else if (name == "titanic crosstab class x alive") {
    titanic(session, data)
        .stat()
        .crosstab("class", "alive")
        .withColumnRenamed("class_alive", "class")
        .orderBy("class")
        .show();
  } else {
    std::cerr << "no golden program is called " << name << "\n";
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Session session(argc, argv);
  if (argc != 3) {
    std::cerr << "usage: golden_program DATA NAME\n";
    return 2;
  }
  return run(session, argv[1], argv[2]);
}
