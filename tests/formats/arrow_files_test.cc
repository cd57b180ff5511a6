#include "ferro/engine/io/formats/arrow_files.h"

#include <filesystem>
#include <fstream>

#include <arrow/array/builder_primitive.h>
#include <arrow/io/file.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

namespace {

// A file of batches as another program would write it.
void writeArrow(const std::string& path, const Batches& batches) {
  auto file = valueOf(arrow::io::FileOutputStream::Open(path), "open");
  auto writer = valueOf(arrow::ipc::MakeFileWriter(file, batches.front()->schema()), "writer");
  for (const auto& batch : batches) check(writer->WriteRecordBatch(*batch), "write");
  check(writer->Close(), "close");
  check(file->Close(), "close");
}

}  // namespace

TEST_CASE("a large Arrow file is read in pieces, each batch once") {
  const Folder folder;
  Batches batches;
  int64_t next = 0;
  for (int i = 0; i < 30; ++i) {
    arrow::Int64Builder numbers;
    for (int row = 0; row < 40'000; ++row) check(numbers.Append(next++), "append");
    batches.push_back(arrow::RecordBatch::Make(arrow::schema({arrow::field("n", arrow::int64())}), 40'000,
                                               arrow::ArrayVector{*numbers.Finish()}));
  }
  writeArrow(folder / "in.arrow", batches);
  withSession(localConf("local[2]"), [&](Session& session) {
    const auto relation = makeArrowRelation(session.core(), {folder / "in.arrow"}, {}, nullptr);
    const auto node = relation->scan(session.core(), {.columns = {0}, .filters = {}, .limit = {}});
    CHECK(node->numPartitions() > 1);
    const auto table = collect(session, node);
    CHECK(table->num_rows() == next);
    int64_t sum = 0;
    for (const auto& chunk : table->column(0)->chunks()) {
      CHECK(chunk->length() <= kBatchRows);
      for (int64_t i = 0; i < chunk->length(); ++i) sum += static_cast<const arrow::Int64Array&>(*chunk).Value(i);
    }
    CHECK(sum == next * (next - 1) / 2);
    CHECK(collect(session, relation->scan(session.core(), {.columns = {}, .filters = {}, .limit = {}}))->num_rows() ==
          next);
  });
}

TEST_CASE("types that only Arrow has are read as Spark's") {
  const Folder folder;
  arrow::UInt16Builder numbers;
  check(numbers.Append(65'535), "append");
  writeArrow(folder / "in.arrow", {arrow::RecordBatch::Make(arrow::schema({arrow::field("n", arrow::uint16())}), 1,
                                                            arrow::ArrayVector{*numbers.Finish()})});
  withSession(localConf("local[1]"), [&](Session& session) {
    const auto relation = makeArrowRelation(session.core(), {folder / "in.arrow"}, {}, nullptr);
    CHECK(sqlName(*relation->schema()->field(0)->type()) == "int");
    CHECK((linesOf(*collect(session, relation)) == std::vector<std::string>{"65535"}));
  });
}

TEST_CASE("an Arrow file that is cut short or something else is an error that names it") {
  const Folder folder;
  writeArrow(folder / "in.arrow", {batchOf("a int", R"([{"a":1}])")});
  const std::string whole = readFile(folder / "in.arrow");
  withSession(localConf("local[1]"), [&](Session& session) {
    for (const std::string& content : {whole.substr(0, whole.size() - 10), std::string("text")}) {
      writeFile(folder / "bad.arrow", content);
      const Error error = errorOf([&] { makeArrowRelation(session.core(), {folder / "bad.arrow"}, {}, nullptr); });
      CHECK(error.code() == ErrorCode::kMalformedData);
      CHECK_THAT(error.what(), Catch::Contains(folder / "bad.arrow"));
      CHECK(isOneLine(error.what()));
    }
  });
}
