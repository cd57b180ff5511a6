// A driver program that does one thing with much data under a small memory limit, and then says how much memory the
// process really had; memory_test.py runs it. `memory_program WORK DIRECTORY [settings]`.
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include <arrow/table.h>
#include <ferro/ferro.h>

using namespace ferro;

namespace {

constexpr int64_t kRows = 3'000'000;

std::string peakOfThisProcess() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return line.substr(6);
  }
  throw std::runtime_error("the system does not say how much memory this process had");
}

// About 170 MB: an id, a key that every tenth row shares, a number and a text that is hard to compress.
void makeCsv(const std::string& path) {
  std::ofstream file(path);
  file << "id,key,real,text\n";
  uint64_t state = 1;
  for (int64_t id = 0; id < kRows; ++id) {
    state = state * 6'364'136'223'846'793'005ULL + 1'442'695'040'888'963'407ULL;
    file << id << ',' << (state >> 33) % (kRows / 10) << ',' << static_cast<double>(state >> 40) / 1000 << ",text "
         << state << "\n";
  }
}

struct Work {
  const Session& session;
  std::string folder;

  DataFrame csv() const {
    return session.read()
        .option("header", true)
        .schema("id long, key long, real double, text string")
        .csv(folder + "/rows.csv");
  }
  DataFrame parquet() const { return session.read().parquet(folder + "/parquet"); }

  int64_t write() const {
    csv().write().mode("overwrite").parquet(folder + "/parquet");
    return parquet().count();
  }
  int64_t scanCsv() const { return csv().where("length(text) > 0 and real >= 0").count(); }
  int64_t scanParquet() const { return parquet().where("length(text) > 0 and real >= 0").count(); }
  int64_t join() const {
    const DataFrame right = parquet().toDF("id2", "key2", "real2", "text2");
    return parquet().join(right, col("id") == col("id2")).where("text = text2 and key = key2").count();
  }
  int64_t sort() const { return parquet().orderBy("text").where("length(text) > 0").count(); }
  int64_t aggregate() const { return parquet().groupBy("text").agg(sum_()).count(); }
  static Column sum_() { return ferro::sum("real"); }
  // A result that fits, and is let go of.
  int64_t collect() const { return parquet().limit(kRows / 4).collect()->num_rows(); }
  int64_t collectRows() const {
    return static_cast<int64_t>(session.textFile(folder + "/rows.csv").sample(false, 0.2, 1).collect().size());
  }
  // Results that cannot fit.
  int64_t collectTooMuch() const {
    return parquet()
        .join(session.createDataFrame(std::vector<std::tuple<int64_t>>{{0}, {1}, {2}}, {"n"}))
        .collect()
        ->num_rows();
  }
  int64_t collectTooManyRows() const {
    return static_cast<int64_t>(
        session.textFile(folder + "/rows.csv")
            .flatMap([](std::string_view line) { return std::vector<std::string>(4, std::string(line)); })
            .collect()
            .size());
  }
  int64_t broadcast() const {
    const auto shared = session.broadcast(std::vector<int64_t>(5'000'000, 7));
    return session.range(0, 1'000, 1, 8)
        .map([](int64_t x, const Broadcast<std::vector<int64_t>>& all) { return all.value()[static_cast<size_t>(x)]; },
             shared)
        .count();
  }
  int64_t broadcastJoin() const {
    const DataFrame right = parquet().where("id % 10 = 0").toDF("id2", "key2", "real2", "text2");
    return parquet().join(right, col("id") == col("id2")).count();
  }
  int64_t sortRows() const {
    return session.textFile(folder + "/rows.csv")
        .map([](std::string_view line) {
          return std::pair(std::string(line.substr(line.rfind(',') + 1)), std::string(line));
        })
        .sortByKey()
        .count();
  }
};

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  if (name == "make") {
    makeCsv(std::string(argv[2]) + "/rows.csv");
    return 0;
  }
  const std::map<std::string, int64_t (Work::*)() const> works = {
      {"write", &Work::write},
      {"scanCsv", &Work::scanCsv},
      {"scanParquet", &Work::scanParquet},
      {"join", &Work::join},
      {"sort", &Work::sort},
      {"aggregate", &Work::aggregate},
      {"collect", &Work::collect},
      {"collectRows", &Work::collectRows},
      {"collectTooMuch", &Work::collectTooMuch},
      {"collectTooManyRows", &Work::collectTooManyRows},
      {"broadcast", &Work::broadcast},
      {"broadcastJoin", &Work::broadcastJoin},
      {"sortRows", &Work::sortRows},
  };
  Session session(argc, argv);
  const Work work{session, argv[2]};
  try {
    std::printf("%s: %lld rows\n", name.c_str(), static_cast<long long>((work.*works.at(name))()));
  } catch (const Error& error) {
    std::printf("error %s: %s\n", std::string(errorCodeName(error.code())).c_str(), error.what());
  }
  std::printf("peak %s\n", peakOfThisProcess().c_str());
  return 0;
}
