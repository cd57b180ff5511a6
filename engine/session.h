// Session: where a driver program begins. Make it first in main: an executor is the same program, started again, and
// what stands before Session in main runs there too (its constructor runs the executor and does not return). It reads
// the settings, starts the executor and the scheduler, and makes the first Rdds. One at a time in a process; its end
// stops everything it started and removes its temporary files. Any driver thread may use it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/conf/conf.h"
#include "ferro/engine/accumulator.h"
#include "ferro/engine/broadcast.h"
#include "ferro/engine/operators/collection_source.h"
#include "ferro/engine/rdd.h"

namespace ferro {

class DataFrame;
class DataFrameReader;
class Listener;
class Operand;
class ProcessGuard;

// Where a process is an executor, runs it and never returns; elsewhere does nothing. For programs that cannot make
// their Session first; a Session does the same when it is made.
void runIfExecutor();

class Session {
 public:
  // Takes Ferro's own settings (--ferro.KEY=VALUE) out of argc and argv.
  Session(int& argc, char** argv, const Conf& conf = {});
  explicit Session(const Conf& conf = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // --- the first Rdds ---
  // The lines of text files, as views that become strings where they are kept: files, directories and globs, separated
  // by commas; .gz, .zst and .bz2 are unpacked.
  Rdd<std::string_view> textFile(const std::string& paths, int minPartitions = 0) const;
  // Each file as one row: its path and its content.
  Rdd<std::pair<std::string_view, std::string_view>> wholeTextFiles(const std::string& paths,
                                                                    int minPartitions = 0) const;
  template <class T>
  Rdd<Stored<T>> parallelize(const std::vector<T>& rows, int numSlices = 0) const {
    std::vector<Stored<T>> own;
    own.reserve(rows.size());
    for (const T& row : rows) own.push_back(toStored(row));
    return parallelize(std::move(own), numSlices);
  }
  template <class T>
    requires std::is_same_v<T, Stored<T>>
  Rdd<T> parallelize(std::vector<T>&& rows, int numSlices = 0) const {
    constexpr bool travels = Travels<T>;
    static_assert(travels,
                  "ferro: rows must be able to travel to executors; use numbers, strings, standard containers "
                  "and plain structs of these (no constructor, no base, no private member), or specialise "
                  "ferro::Codec<T>");
    if constexpr (travels) {
      NodeInfo info{0, "parallelize", slicesOf(numSlices), nullptr};
      return detail::makeRdd<CollectionSource<T>>(
          core_, std::move(info), LineageParents{},
          SharedRows<T>{std::make_shared<const std::vector<T>>(std::move(rows))});
    }
  }
  template <class T>
  Rdd<Stored<T>> parallelize(std::initializer_list<T> rows, int numSlices = 0) const {
    return parallelize(std::vector<T>(rows), numSlices);
  }
  // start, start + step, ... below (or, for a negative step, above) end, as Spark's SparkContext has it.
  Rdd<int64_t> range(int64_t start, int64_t end, int64_t step = 1, int numSlices = 0) const;
  template <class T>
  Rdd<T> emptyRdd() const {
    return detail::unionOf(core_, std::vector<Rdd<T>>());
  }
  template <class T>
  Rdd<T> union_(const std::vector<Rdd<T>>& rdds) const {
    return detail::unionOf(core_, rdds);
  }

  // --- DataFrames, for programs that include ferro.h ---
  // Files of many formats, with Spark's options: read().option("header", true).csv(path).
  DataFrameReader read() const;
  // The columns as they are, where their types are Spark's; others become the nearest that is.
  DataFrame createDataFrame(const std::shared_ptr<arrow::Table>& table) const;
  // A column for each field; without names they are _1, _2, ...
  template <class T>
  DataFrame createDataFrame(const std::vector<T>& rows, const std::vector<std::string>& names = {}) const;
  // Rows of values: createDataFrame({{1, "a"}, {2, nullptr}}, {"k", "v"}). A column's type is the one that all its
  // values have in common.
  DataFrame createDataFrame(std::initializer_list<std::initializer_list<Operand>> rows,
                            const std::vector<std::string>& names = {}) const;
  template <class T>
  DataFrame createDataFrame(const Rdd<T>& rows, const std::vector<std::string>& names = {}) const;
  // One column `id`: 0, 1, ... below end, as Spark's SparkSession has it. With two numbers or more, range() is an Rdd.
  DataFrame range(int64_t end) const;

  // --- values shared with tasks ---
  template <class T>
  Broadcast<Stored<T>> broadcast(T value) const {
    return Broadcast<Stored<T>>(core_, toStored(std::move(value)));
  }
  // Sums with +=, from a zero. One with a name is shown in the event log.
  template <class T>
  Accumulator<T> accumulator(T zero, const std::string& name) const {
    return Accumulator<T>(*core_, std::move(zero), name);
  }
  template <class T>
  Accumulator<T> accumulator(T zero) const {
    return accumulator(std::move(zero), std::string());
  }
  // Sums with merge(T& into, const T& value), a function without captures.
  template <class T, class Merge>
    requires(!std::is_convertible_v<Merge, std::string>)
  Accumulator<T, Merge> accumulator(T zero, Merge) const {
    return Accumulator<T, Merge>(*core_, std::move(zero));
  }
  Accumulator<int64_t> longAccumulator(const std::string& name = {}) const;
  Accumulator<double> doubleAccumulator(const std::string& name = {}) const;
  template <class T>
  Accumulator<std::vector<T>, AppendValues> collectionAccumulator() const {
    return Accumulator<std::vector<T>, AppendValues>(*core_, {});
  }

  // --- jobs ---
  // For jobs that the calling thread starts from now on.
  void setJobGroup(const std::string& group, const std::string& description = "") const;
  void clearJobGroup() const;
  void setJobDescription(const std::string& description) const;
  // The pool of FAIR mode for jobs that the calling thread starts from now on; empty for the default one.
  void setSchedulerPool(const std::string& pool) const;
  void cancelJobGroup(const std::string& group) const;
  void cancelAllJobs() const;
  void addListener(std::shared_ptr<Listener> listener) const;
  void removeListener(const std::shared_ptr<Listener>& listener) const;
  // DEBUG, INFO, WARN, ERROR or OFF, for this process from now on, whatever ferro.log.level says. Lines about jobs and
  // tasks come only where the level asked for them when the session began.
  static void setLogLevel(const std::string& level);

  // --- what a session is ---
  void setCheckpointDir(const std::string& directory) const;
  const Conf& conf() const;
  std::string applicationId() const;
  std::string appName() const;
  std::string master() const;
  int defaultParallelism() const;
  static std::string_view version();
  // Cancels what runs and removes temporary files; Rdds of this session cannot run jobs afterwards.
  void stop();

  // For parts of Ferro built on a session.
  const SessionPtr& core() const { return core_; }

 private:
  int slicesOf(int asked) const;

  SessionPtr core_;
  std::unique_ptr<ProcessGuard> guard_;
};

}  // namespace ferro
