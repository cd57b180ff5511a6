#include "ferro/conf/properties_file.h"

#include "ferro_test.h"

using namespace ferro;

TEST_CASE("a properties file is read with space, equals sign or colon after the key") {
  std::vector<Property> properties = parseProperties(
      "spark.master            local[2]\n"
      "ferro.a=1\n"
      "ferro.b = 2\n"
      "ferro.c: 3\n"
      "\tferro.d\t4 \r\n");
  REQUIRE(properties.size() == 5);
  CHECK(properties[0].key == "spark.master");
  CHECK(properties[0].value == "local[2]");
  CHECK(properties[1].value == "1");
  CHECK(properties[2].value == "2");
  CHECK(properties[3].value == "3");
  CHECK(properties[4].key == "ferro.d");
  CHECK(properties[4].value == "4");
}

TEST_CASE("comments and empty lines are skipped but counted") {
  std::vector<Property> properties = parseProperties("# Example:\n\n  ! another\n   # indented\nferro.a 1");
  REQUIRE(properties.size() == 1);
  CHECK(properties[0].line == 5);
}

TEST_CASE("a value keeps its inner spaces, equals signs and number signs") {
  std::vector<Property> properties = parseProperties("spark.extra  -Dkey=value -Dnumbers=\"one # two\"\n");
  REQUIRE(properties.size() == 1);
  CHECK(properties[0].value == "-Dkey=value -Dnumbers=\"one # two\"");
}

TEST_CASE("a backslash at the end of a line joins the next one") {
  std::vector<Property> properties = parseProperties("ferro.list one,\\\n   two\nferro.next 3\n");
  REQUIRE(properties.size() == 2);
  CHECK(properties[0].value == "one,two");
  CHECK(properties[1].line == 3);
}

TEST_CASE("a doubled backslash is one, and ends no line") {
  std::vector<Property> properties = parseProperties("ferro.path C:\\\\\nferro.next 3\n");
  REQUIRE(properties.size() == 2);
  CHECK(properties[0].value == "C:\\");
}

TEST_CASE("a backslash before a letter is read as Spark reads it") {
  std::vector<Property> properties = parseProperties("ferro.a one\\ttwo\\nthree\\:\\d\n");
  REQUIRE(properties.size() == 1);
  CHECK(properties[0].value == "one\ttwo\nthree:d");
}

TEST_CASE("odd files do no harm") {
  CHECK(parseProperties("").empty());
  CHECK(parseProperties("\n\n\n").empty());
  CHECK(parseProperties("ferro.alone")[0].value.empty());
  CHECK(parseProperties("ferro.a 1\\")[0].value == "1\\");
  CHECK(parseProperties("\xEF\xBB\xBF"
                        "ferro.a 1")[0]
            .key == "ferro.a");
  CHECK(parseProperties("= 1")[0].key.empty());
}
