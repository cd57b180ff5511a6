#include <string>

#include <arrow/api.h>

#include "csv_table.h"
#include "session_grid.h"

using namespace ferro;
using namespace ferro::test;

namespace {

// Threads, tasks as bytes, and executor processes.
template <class Body>
void onEverySession(Body body) {
  forEachLocalSession(body);
  INFO("executor processes");
  withSession(clusterConf(2), body);
}

}  // namespace

TEST_CASE("a table is the same on every kind of session") {
  std::string text = "id,name,score,day,ok\n";
  for (int i = 0; i < 300'000; ++i) {
    text += std::to_string(i) + ",\"name " + std::to_string(i % 100) + "\"," + std::to_string(i) + ".25,2020-01-0" +
            std::to_string(1 + i % 9) + (i % 2 == 0 ? ",true\n" : ",false\n");
  }
  onEverySession([&](const Session& session) {
    CsvCase csv(session);
    const auto relation = csv.relation(csv.write("table.csv", text), kInferred);
    CHECK(typesOf(*relation->schema()) == "id:int name:string score:double day:date ok:boolean");
    const auto table = readTable(csv.core(), *relation);
    REQUIRE(table->num_rows() == 300'000);
    const auto last = textsOf(*table->Slice(299'999));
    CHECK(last == CsvRows{{"299999", "name 99", "299999.25", "2020-01-03", "false"}});
    const auto pruned = collectTable(session.core(), relation->scan(session.core(), {{3, 0}, {}, {}}));
    CHECK(pruned->column(0)->Equals(*table->column(3)));
    CHECK(pruned->column(1)->Equals(*table->column(0)));
  });
}

TEST_CASE("corrupt records and errors reach the driver from every kind of session") {
  onEverySession([](const Session& session) {
    CsvCase csv(session);
    CHECK(csv.rows("a\n1\nx\n", kHeader, "a INT, _corrupt_record STRING") ==
          CsvRows{{"1", std::nullopt}, {std::nullopt, "x"}});
    const Error error = errorOf([&] { csv.rows("a\n1\nx\n", with(kHeader, {{"mode", "FAILFAST"}}), "a INT"); });
    CHECK(isOneLine(error.what()));
    CHECK(std::string(error.what()).find("line 3, byte 4: column a should be integer") != std::string::npos);
  });
}
