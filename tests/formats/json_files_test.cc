#include "ferro/engine/io/formats/json_files.h"

#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/engine/io/formats/json_tape.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

namespace {

using Options = std::map<std::string, std::string>;
using Lines = std::vector<std::string>;

std::string ddlOf(const arrow::Schema& schema) { return sqlName(*arrow::struct_(schema.fields())); }

// The schema that is found, as DDL.
std::string inferred(Session& session, const std::string& content, const Options& options = {}) {
  const Folder folder;
  writeFile(folder / "in.json", content);
  return ddlOf(*makeJsonRelation(session.core(), {folder / "in.json"}, options, nullptr)->schema());
}

Lines rowsOf(Session& session, const std::string& content, const Options& options = {}, const char* ddl = nullptr) {
  const Folder folder;
  writeFile(folder / "in.json", content);
  const auto schema = ddl == nullptr ? nullptr : parseSchema(ddl);
  return linesOf(*collect(session, makeJsonRelation(session.core(), {folder / "in.json"}, options, schema)));
}

}  // namespace

TEST_CASE("the parser takes what is JSON and says where something else is not") {
  JsonTape tape;
  CHECK(!tape.parse(R"( {"a" : [1, -2.5e3, "x\u00e9\ud83d\ude00\n", null, true], 'b': {} } )", {}));
  const auto list = tape.member(0, "a");
  REQUIRE(list);
  CHECK(tape[*list].kind == JsonKind::kArray);
  CHECK(tape[*list + 1].text == "1");
  CHECK(tape[*list + 2].kind == JsonKind::kReal);
  CHECK(tape[*list + 3].text == "x\xC3\xA9\xF0\x9F\x98\x80\n");
  CHECK(tape[*list + 5].kind == JsonKind::kTrue);
  CHECK(tape[*tape.member(0, "b")].text == "{}");
  CHECK((!tape.parse("   ", {}) && tape.empty()));
  struct Wrong {
    const char* text;
    size_t offset;
  };
  for (const Wrong& wrong : {Wrong{"{\"a\":1", 6}, Wrong{"{\"a\" 1}", 5}, Wrong{"[1,]", 3}, Wrong{"01", 2},
                             Wrong{"1.", 2}, Wrong{"\"abc", 4}, Wrong{"{a:1}", 1}, Wrong{"{} x", 3},
                             Wrong{"\"\\q\"", 3}, Wrong{"\"\\u12g4\"", 6}, Wrong{"nul", 0}, Wrong{"-", 1}}) {
    INFO(wrong.text);
    const auto error = tape.parse(wrong.text, {});
    REQUIRE(error);
    CHECK(error->offset == wrong.offset);
  }
  CHECK(tape.parse(std::string(2000, '['), {}));
  CHECK(!tape.parse("{a: 01, /* c */ b: NaN}", {.comments = true, .unquotedNames = true, .leadingZeros = true}));
}

TEST_CASE("a schema is found as Spark finds it: names sorted, types widened") {
  withSession(localConf("local[2]"), [](Session& session) {
    CHECK(inferred(session, "{\"b\":1,\"a\":\"x\"}\n{\"c\":true}\n") == "struct<a:string,b:bigint,c:boolean>");
    CHECK(inferred(session, "{\"a\":1}\n{\"a\":2.5}\n{\"a\":null}\n") == "struct<a:double>");
    CHECK(inferred(session, "{\"a\":1}\n{\"a\":\"x\"}\n") == "struct<a:string>");
    CHECK(inferred(session, "{\"a\":true}\n{\"a\":1}\n") == "struct<a:string>");
    CHECK(inferred(session, "{\"a\":null,\"b\":\"\",\"c\":[],\"d\":{}}\n") ==
          "struct<a:string,b:string,c:array<string>>");
    CHECK(inferred(session, "{\"a\":[1,2.5]}\n{\"a\":null}\n") == "struct<a:array<double>>");
    CHECK(inferred(session, "{\"a\":{\"y\":1,\"x\":[{\"q\":true}]}}\n{\"a\":{\"z\":\"t\"}}\n") ==
          "struct<a:struct<x:array<struct<q:boolean>>,y:bigint,z:string>>");
    CHECK(inferred(session, "{\"a\":12345678901234567890}\n") == "struct<a:decimal(20,0)>");
    CHECK(inferred(session, "{\"a\":1e400}\n") == "struct<a:double>");
    CHECK(inferred(session, "{\"a\":1}\n", {{"primitivesAsString", "true"}}) == "struct<a:string>");
    CHECK(inferred(session, "{\"a\":1.25}\n{\"a\":100}\n", {{"prefersDecimal", "true"}}) == "struct<a:decimal(22,2)>");
    CHECK(inferred(session, "{\"a\":null,\"b\":1}\n", {{"dropFieldIfAllNull", "true"}}) == "struct<b:bigint>");
    CHECK(inferred(session, "{\"a\":1}\nnot json\n") == "struct<_corrupt_record:string,a:bigint>");
    CHECK(inferred(session, "{\"a\":1}\nnot json\n", {{"mode", "DROPMALFORMED"}}) == "struct<a:bigint>");
    CHECK(inferred(session, "\n  \n") == "struct<>");
  });
}

TEST_CASE("records become rows, and missing or mismatched values nulls") {
  withSession(localConf("local[2]"), [](Session& session) {
    CHECK((rowsOf(session, "{\"a\":1,\"b\":\"x\"}\n\n{\"b\":\"y\",\"c\":[1, {\"d\":2}]}\n[{\"a\":5},{\"a\":6}]\n", {},
                  "a bigint, b string, c string") ==
           Lines{"1|x|null", "5|null|null", "6|null|null", "null|y|[1, {\"d\":2}]"}));
    CHECK((rowsOf(session, "{\"a\":1,\"a\":2}\n", {}, "a bigint") == Lines{"2"}));
    CHECK((rowsOf(session, "{\"d\":\"2024-03-01\",\"t\":\"2024-03-01T10:00:00Z\"}\n{\"t\":1}\n", {},
                  "d date, t timestamp") ==
           Lines{"2024-03-01|2024-03-01 10:00:00.000000Z", "null|1970-01-01 00:00:01.000000Z"}));
    CHECK((rowsOf(session, "{\"d\":\"01.03.2024\",\"t\":\"1.3.2024 10h\"}\n",
                  {{"dateFormat", "dd.MM.yyyy"}, {"timestampFormat", "d.M.yyyy HH'h'"}},
                  "d date, t timestamp") == Lines{"2024-03-01|2024-03-01 10:00:00.000000Z"}));
    CHECK((rowsOf(session, "{\"r\":\"NaN\",\"n\":1.455,\"b\":\"YWJj\"}\n", {}, "r double, n decimal(5,2), b binary") ==
           Lines{"nan|1.46|abc"}));
  });
}

TEST_CASE("malformed records are kept, dropped or refused, as the mode says") {
  const std::string content = "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":\n{\"a\":2,\"b\":\"ok\"}\n";
  withSession(localConf("local[2]"), [&](Session& session) {
    const char* ddl = "a bigint, b string, _corrupt_record string";
    CHECK((rowsOf(session, content, {}, ddl) ==
           Lines{"1|null|null", "2|ok|null", "null|null|{\"a\":", "null|null|{\"a\":\"x\"}"}));
    CHECK((rowsOf(session, content, {{"columnNameOfCorruptRecord", "bad"}}, "bad string, a bigint") ==
           Lines{"null|1", "null|2", "{\"a\":\"x\"}|null", "{\"a\":|null"}));
    CHECK((rowsOf(session, content, {{"mode", "dropMalformed"}}, "a bigint") == Lines{"1", "2"}));
    const Error error = errorOf([&] { rowsOf(session, content, {{"mode", "FAILFAST"}}, "a bigint"); });
    CHECK(isOneLine(error.what()));
    CHECK_THAT(error.what(), Catch::Contains("line 2 of ") && Catch::Contains("(byte 8)"));
    const Error broken =
        errorOf([&] { rowsOf(session, "{\"a\":1}\n{\"a\" 2}\n", {{"mode", "FAILFAST"}}, "a bigint"); });
    CHECK_THAT(broken.what(), Catch::Contains("line 2 of ") && Catch::Contains("(byte 13) lacks a colon"));
    const Error utf8 = errorOf([&] { rowsOf(session, "{\"a\":\"\xFF\"}\n", {{"mode", "FAILFAST"}}, "a string"); });
    CHECK_THAT(utf8.what(), Catch::Contains("(byte 6) has a byte that is not UTF-8"));
    CHECK((rowsOf(session, "{\"a\":\"\xFF\"}\n", {}, "a string") == Lines{"\xEF\xBF\xBD"}));
  });
}

TEST_CASE("a line is its first value, and an array a row for each object or no row at all") {
  withSession(localConf("local[2]"), [](Session& session) {
    const char* ddl = "a bigint, _corrupt_record string";
    CHECK((rowsOf(session, "{\"a\":1} x\n{\"a\":2}{\"a\":3}\n", {}, ddl) == Lines{"1|null", "2|null"}));
    CHECK((rowsOf(session, "[1,2,3]\n", {}, ddl) == Lines{"null|[1,2,3]"}));
    CHECK((rowsOf(session, "[{\"a\":5},7]\n", {}, ddl) == Lines{"null|[{\"a\":5},7]"}));
    CHECK((rowsOf(session, "[{\"a\":5},{\"a\":\"x\"}]\n", {}, ddl) ==
           Lines{"5|[{\"a\":5},{\"a\":\"x\"}]", "null|[{\"a\":5},{\"a\":\"x\"}]"}));
    const Options drop{{"mode", "DROPMALFORMED"}};
    for (const char* line : {"[1,2,3]", "[{\"a\":5},7]", "[{\"a\":5},{\"a\":\"x\"}]", "[{\"a\":5},null]"}) {
      INFO(line);
      CHECK((rowsOf(session, std::string(line) + "\n{\"a\":8}\n", drop, "a bigint") == Lines{"8"}));
    }
    CHECK(inferred(session, "[1,2]\n{\"a\":1}\n") == "struct<_corrupt_record:string,a:bigint>");
    CHECK(inferred(session, "[1,2]\n{\"a\":1}\n", drop) == "struct<a:bigint>");
    CHECK(inferred(session, "{\"a\":1} x\n") == "struct<a:bigint>");
    const Error error = errorOf([&] { inferred(session, "{\"a\":1}\n7\n", {{"mode", "FAILFAST"}}); });
    CHECK_THAT(error.what(), Catch::Contains("a record is not an object; give a schema"));
    for (const char* twice : {"{\"a\":1,\"a\":2}\n", "{\"a\":1}\n{\"A\":2}\n", "{\"b\":{\"a\":1,\"a\":2}}\n"}) {
      CHECK_THAT(errorOf([&] { inferred(session, twice); }).what(), Catch::Contains("The column `a` already exists"));
    }
  });
}

TEST_CASE("a bad element makes its array or map null, and a bad field of a struct only itself") {
  withSession(localConf("local[2]"), [](Session& session) {
    const char* ddl = "a int, c array<int>, d struct<x: int, y: string>, e map<string, int>, s string";
    const auto rows = [&](const std::string& line) { return rowsOf(session, line + "\n", {}, ddl).at(0); };
    CHECK(rows(R"({"c":[1,"x",3],"a":7})") == rows(R"({"a":7})"));
    CHECK(rows(R"({"e":{"k":1,"l":"x"},"a":7})") == rows(R"({"a":7})"));
    CHECK(rows(R"({"d":{"x":"bad","y":"s"},"a":7})") == rows(R"({"d":{"y":"s"},"a":7})"));
    CHECK(rows(R"({"a":2,"a":"x"})") == rows(R"({"a":2})"));
    CHECK(rows(R"({"s":"\ud83d"})") == rows(R"({"s":"?"})"));
    const auto decimals = rowsOf(session, "{\"n\":1e-400}\n{\"n\":3.4e38}\n", {}, "n decimal(38,18)");
    CHECK(decimals == Lines{"0E-18", "null"});
  });
}

TEST_CASE("with multiLine a file holds a record, or an array of them") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Options multiLine{{"multiLine", "true"}};
    CHECK((rowsOf(session, "[\n {\"a\": 1},\n {\"a\": 2}\n]\n", multiLine) == Lines{"1", "2"}));
    // As in Spark, what follows the first value is not read.
    CHECK((rowsOf(session, "{\"a\":\n1}\n{\"a\":\n2}", multiLine) == Lines{"1"}));
    CHECK((rowsOf(session, "{\"a\":1}\n{\"a\"", multiLine, "a bigint, _corrupt_record string") == Lines{"1|null"}));
    CHECK((rowsOf(session, "{\"a\"\n", multiLine, "a bigint, _corrupt_record string") == Lines{"null|{\"a\"\n"}));
  });
}

TEST_CASE("only the wanted columns are read, and a count needs none") {
  const Folder folder;
  std::string content;
  for (int i = 0; i < 100'000; ++i) content += "{\"a\":" + std::to_string(i) + ",\"b\":\"text\"}\n";
  writeFile(folder / "in.json", content);
  for (const Conf& conf : {localConf("local[2]"), clusterConf(2)}) {
    withSession(conf, [&](Session& session) {
      const auto relation = makeJsonRelation(session.core(), {folder / "in.json"}, {{"samplingRatio", "0.1"}}, nullptr);
      CHECK(ddlOf(*relation->schema()) == "struct<a:bigint,b:string>");
      auto count = [&](std::vector<int> columns) {
        return collect(session, relation->scan(session.core(), {.columns = columns, .filters = {}, .limit = {}}));
      };
      CHECK(count({})->num_rows() == 100'000);
      const auto both = count({1, 0});
      CHECK(both->num_rows() == 100'000);
      CHECK((both->schema()->field_names() == std::vector<std::string>{"b", "a"}));
    });
  }
}
