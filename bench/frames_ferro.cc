// The frames benchmark as a user would write it: frames_ferro NAME FOLDER. Prints the median of three runs and an
// answer that every peer must agree with. Tables are cached before the clock starts, but for csv and parquet, which
// read files.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <arrow/api.h>
#include <ferro/ferro.h>

namespace {

using namespace ferro;

constexpr int kRuns = 3;

// The number of rows, and sums of some columns.
DataFrame total(const DataFrame& rows, const std::vector<std::string>& sums) {
  std::vector<Column> list{count("*").cast("double")};
  for (const std::string& name : sums) list.push_back(sum(name).cast("double"));
  return rows.groupBy().agg(list);
}

DataFrame largestTwo(const DataFrame& x) {
  return x.groupBy("id6").agg(max_by("v3", "v3", 2).as("l")).select(explode(col("l")).as("v3"));
}

DataFrame question(const std::string& name, const DataFrame& x) {
  if (name == "q1") return total(x.groupBy("id1").agg(sum("v1").as("v1")), {"v1"});
  if (name == "q2") return total(x.groupBy("id1", "id2").agg(sum("v1").as("v1")), {"v1"});
  if (name == "q3") return total(x.groupBy("id3").agg(sum("v1").as("v1"), avg("v3").as("v3")), {"v1", "v3"});
  if (name == "q4") {
    return total(x.groupBy("id4").agg(avg("v1").as("v1"), avg("v2").as("v2"), avg("v3").as("v3")), {"v1", "v2", "v3"});
  }
  if (name == "q5") {
    return total(x.groupBy("id6").agg(sum("v1").as("v1"), sum("v2").as("v2"), sum("v3").as("v3")), {"v1", "v2", "v3"});
  }
  if (name == "q6") return total(x.groupBy("id4", "id5").agg(median("v3").as("m"), stddev("v3").as("s")), {"m", "s"});
  if (name == "q7") return total(x.groupBy("id3").agg((max("v1") - min("v2")).as("r")), {"r"});
  if (name == "q8") return total(largestTwo(x), {"v3"});
  if (name == "q9") return total(x.groupBy("id2", "id4").agg(pow(corr("v1", "v2"), 2).as("r")), {"r"});
  if (name == "q10") {
    return total(x.groupBy("id1", "id2", "id3", "id4", "id5", "id6").agg(sum("v3").as("v3"), count("*").as("n")),
                 {"v3", "n"});
  }
  if (name == "distinct") return total(x.select("id3", "id6").distinct(), {});
  if (name == "topk") return total(x.select("id3", "v3").orderBy(desc("v3"), "id3").limit(100), {"v3"});
  throw Error(ErrorCode::kInvalidArgument, "there is no benchmark " + name);
}

DataFrame cached(const Session& session, const std::string& path) {
  DataFrame table = session.read().parquet(path).cache();
  table.count();
  return table;
}

using Run = std::function<std::shared_ptr<arrow::Table>()>;

Run joinOf(const Session& session, const std::string& name, const std::string& folder) {
  const std::map<std::string, std::vector<std::string>> kinds{{"j1", {"small", "id1", "inner"}},
                                                              {"j2", {"medium", "id2", "inner"}},
                                                              {"j3", {"medium", "id2", "left"}},
                                                              {"j4", {"medium", "id5", "inner"}},
                                                              {"j5", {"big", "id3", "inner"}}};
  const auto& kind = kinds.at(name);
  const DataFrame x = cached(session, folder + "/joined.parquet");
  const DataFrame other = cached(session, folder + "/" + kind[0] + ".parquet").select(kind[1], "v2");
  return [=] { return total(x.join(other, kind[1], kind[2]), {"v1", "v2"}).collect(); };
}

Run runOf(const Session& session, const std::string& name, const std::string& folder) {
  if (name == "csv") {
    return [=, &session] {
      const DataFrame table =
          session.read().option("header", true).option("inferSchema", true).csv(folder + "/groups.csv").cache();
      auto answer = total(table, {"v1"}).collect();
      table.unpersist(true);
      return answer;
    };
  }
  if (name == "parquet") {
    return [=, &session] {
      return total(session.read().parquet(folder + "/groups.parquet").where(col("id4") == 7), {"v3"}).collect();
    };
  }
  if (name.starts_with("j")) return joinOf(session, name, folder);
  const DataFrame x = cached(session, folder + "/groups.parquet");
  if (name == "sort") {
    return [=] {
      const DataFrame sorted = x.orderBy("v3").cache();
      auto answer = total(sorted, {"v1"}).collect();
      sorted.unpersist(true);
      return answer;
    };
  }
  return [=] { return question(name, x).collect(); };
}

double valueAt(const arrow::Table& table, int column) {
  const auto scalar = table.column(column)->GetScalar(0).ValueOrDie();
  return scalar->is_valid ? static_cast<const arrow::DoubleScalar&>(*scalar).value : 0;
}

}  // namespace

int main(int argc, char** argv) {
  Session session(argc, argv);
  if (argc != 3) return std::fprintf(stderr, "usage: frames_ferro NAME FOLDER\n"), 2;
  const Run run = runOf(session, argv[1], argv[2]);
  std::vector<double> seconds;
  std::shared_ptr<arrow::Table> answer;
  for (int i = 0; i < kRuns; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    answer = run();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(seconds.begin(), seconds.end());
  std::printf("{\"seconds\": %.9f, \"answer\": [", seconds[kRuns / 2]);
  for (int i = 0; i < answer->num_columns(); ++i) std::printf("%s\"%.6g\"", i > 0 ? ", " : "", valueAt(*answer, i));
  std::printf("]}\n");
}
