#include <map>
#include <optional>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/io/file.h>
#include <arrow/scalar.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/formats/calendar_rebase.h"
#include "ferro/engine/io/formats/parquet_files.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;
using Catch::Matchers::Contains;

namespace {

using Texts = std::map<std::string, std::string>;

// What Spark 2 stored for 1500-02-28 and 1500-02-28 00:00:00 UTC: the Julian calendar was nine days behind.
constexpr int32_t kJulianDay = -171'597;
constexpr int64_t kMicrosOfDay = 86'400'000'000;

// A date, an instant, a time without zone, and a list of dates.
std::shared_ptr<arrow::Table> oldTimes() {
  arrow::Date32Builder day;
  arrow::TimestampBuilder instant(arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"), arrow::default_memory_pool());
  arrow::TimestampBuilder clock(arrow::timestamp(arrow::TimeUnit::MICRO), arrow::default_memory_pool());
  auto items = std::make_shared<arrow::Date32Builder>();
  arrow::ListBuilder days(arrow::default_memory_pool(), items);
  check(day.AppendValues({kJulianDay, 0}), "");
  check(instant.AppendValues({kJulianDay * kMicrosOfDay, 0}), "");
  check(clock.AppendValues({kJulianDay * kMicrosOfDay, 0}), "");
  for (int i = 0; i < 2; ++i) {
    check(days.Append(), "");
    check(items->Append(kJulianDay), "");
    check(items->AppendNull(), "");
  }
  arrow::ArrayVector columns{*day.Finish(), *instant.Finish(), *clock.Finish(), *days.Finish()};
  return arrow::Table::Make(
      arrow::schema({arrow::field("d", columns[0]->type()), arrow::field("t", columns[1]->type()),
                     arrow::field("n", columns[2]->type()), arrow::field("l", columns[3]->type())}),
      columns);
}

void writeOldTimes(const std::string& path, const Texts& footer, bool int96 = false) {
  auto file = valueOf(arrow::io::FileOutputStream::Open(path), "open");
  parquet::ArrowWriterProperties::Builder properties;
  if (int96) properties.enable_deprecated_int96_timestamps();
  auto writer = valueOf(parquet::arrow::FileWriter::Open(*oldTimes()->schema(), arrow::default_memory_pool(), file,
                                                         parquet::default_writer_properties(), properties.build()),
                        "open");
  check(writer->WriteTable(*oldTimes(), 10), "write");
  auto metadata = std::make_shared<arrow::KeyValueMetadata>();
  for (const auto& [key, value] : footer) metadata->Append(key, value);
  check(writer->AddKeyValueMetadata(metadata), "write");
  check(writer->Close(), "close");
  check(file->Close(), "close");
}

std::string firstLine(const Session& session, const std::string& path, const Texts& options = {}) {
  return linesOf(*collect(session, makeParquetRelation(session.core(), {path}, options, nullptr)))[0];
}

const std::string kVersion = "org.apache.spark.version";
const std::string kLegacyDates = "org.apache.spark.legacyDateTime";
const std::string kLegacyInt96 = "org.apache.spark.legacyINT96";
const std::string kZone = "org.apache.spark.timeZone";

}  // namespace

TEST_CASE("days of the Julian calendar keep their names") {
  CHECK(rebasedDays(kFirstGregorianDay) == kFirstGregorianDay);
  CHECK(rebasedDays(kFirstGregorianDay - 1) == kFirstGregorianDay - 11);  // the day before 1582-10-15 was the 4th
  CHECK(rebasedDays(kJulianDay) == kJulianDay - 9);
  // February 29 of 1500 is no day of today's calendar.
  CHECK(rebasedDays(kJulianDay + 1) == rebasedDays(kJulianDay + 2));
  CHECK(rebasedDays(-719'164) == -719'162);  // 0001-01-01
}

TEST_CASE("a legacy timestamp keeps what a clock in its time zone showed") {
  const auto zone = TimeZone::of("America/Los_Angeles");
  CHECK(rebasedMicros(kFirstCommonMicros, *zone) == kFirstCommonMicros);
  // Before 1883 clocks there went by the sun, 7 hours and 53 minutes behind; Java's older classes take 8 hours.
  const int64_t in1850 = -3'786'825'600'000'000;
  CHECK(rebasedMicros(in1850, *zone) == in1850 - 422'000'000);
  CHECK(rebasedMicros(in1850, *TimeZone::utc()) == in1850);
}

TEST_CASE("old dates in Parquet files are in the calendar that the footer says") {
  const Folder folder;
  const std::string path = folder / "in.parquet";
  withSession(localConf("local[2]"), [&](Session& session) {
    const auto read = [&](const Texts& footer, const Texts& options = {}) {
      writeOldTimes(path, footer);
      return firstLine(session, path, options);
    };
    const std::string plain = read({});
    CHECK_THAT(plain, Contains("1500-03-09"));
    CHECK(read({{kVersion, "3.0.0"}}) == plain);
    CHECK(read({{kVersion, "4.0.0"}, {kLegacyInt96, ""}}) == plain);
    const std::string rebased = read({{kVersion, "2.4.8"}});
    CHECK_THAT(rebased, Contains("1500-02-28"));
    CHECK(read({{kVersion, "4.0.0"}, {kLegacyDates, ""}, {kZone, "UTC"}}) == rebased);
    // The options are for files that do not say it themselves.
    CHECK(read({}, {{"datetimeRebaseMode", "legacy"}}) == rebased);
    CHECK(read({{kVersion, "3.2.1"}}, {{"datetimeRebaseMode", "LEGACY"}}) == plain);
    CHECK(read({{kVersion, "3.2.1"}}, {{"datetimeRebaseMode", "EXCEPTION"}}) == plain);
    CHECK_THROWS_WITH(read({}, {{"datetimeRebaseMode", "EXCEPTION"}}),
                      Contains("column `d` of " + path) && Contains("'datetimeRebaseMode'") && Contains("LEGACY"));
    CHECK_THROWS_WITH(read({}, {{"datetimeRebaseMode", "no"}}), Contains("EXCEPTION, CORRECTED, LEGACY"));
  });
  withSession(localConf("local[2]").set("spark.sql.parquet.datetimeRebaseModeInRead", "LEGACY"), [&](Session& session) {
    writeOldTimes(path, {});
    CHECK_THAT(firstLine(session, path), Contains("1500-02-28"));
    CHECK_THAT(firstLine(session, path, {{"datetimeRebaseMode", "CORRECTED"}}), !Contains("1500-02-28"));
  });
}

TEST_CASE("timestamps of 96 bits have a calendar of their own") {
  const Folder folder;
  const std::string path = folder / "in.parquet";
  withSession(localConf("local[2]"), [&](Session& session) {
    const auto instant = [&](const Texts& footer, const Texts& options = {}) {
      writeOldTimes(path, footer, true);
      const auto table = collect(session, makeParquetRelation(session.core(), {path}, options, nullptr));
      return static_cast<const arrow::TimestampArray&>(*table->GetColumnByName("t")->chunk(0)).Value(1);
    };
    // Arrow writes these with nanoseconds, which reach back to 1677: only the mode is looked at here.
    CHECK(instant({{kVersion, "4.0.0"}, {kLegacyInt96, ""}}) == 0);
    CHECK(instant({}, {{"int96RebaseMode", "CORRECTED"}}) == 0);
  });
}

TEST_CASE("a filter on old dates keeps row groups whose statistics are in the other calendar") {
  const Folder folder;
  writeOldTimes(folder / "in.parquet", {{kVersion, "2.4.0"}});
  withSession(localConf("local[2]"), [&](Session& session) {
    const auto relation = makeParquetRelation(session.core(), {folder / "in.parquet"}, {}, nullptr);
    const auto day = expr::input(0, arrow::date32(), true, "d");
    const auto before = expr::literal(std::make_shared<arrow::Date32Scalar>(kJulianDay - 5));
    const auto filter = expr::call("<", {day, before}, arrow::boolean(), true);
    const auto table =
        collect(session, relation->scan(session.core(), {.columns = {0}, .filters = {filter}, .limit = {}}));
    CHECK(table->num_rows() == 2);
  });
}
