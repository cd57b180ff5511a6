// DataFrame: a table that is not there yet, with columns of known names and types. Transformations check themselves at
// once and make a new DataFrame; actions run a job. A small value: copies are the same DataFrame, and any driver thread
// may use it. Names and meaning are Spark's.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/storage_level.h"
#include "ferro/engine/driver.h"
#include "ferro/engine/frame/column.h"
#include "ferro/engine/frame/row.h"

namespace ferro {

class DataFrameNaFunctions;
class DataFrameStatFunctions;
class DataFrameWriter;
class GroupedData;
class Plan;
class Query;
template <class T>
class Rdd;

class DataFrame {
 public:
  DataFrame(SessionPtr session, std::shared_ptr<const Plan> plan);

  // --- what it looks like ---
  std::shared_ptr<arrow::Schema> schema() const;
  std::vector<std::string> columns() const;
  std::vector<std::pair<std::string, std::string>> dtypes() const;
  void printSchema() const;
  void show(int numRows = 20, bool truncate = true) const;
  void show(bool truncate) const { show(20, truncate); }
  // truncate: the longest a cell may be; 0 for any.
  void show(int numRows, int truncate, bool vertical = false) const;
  std::string showString(int numRows = 20, int truncate = 20, bool vertical = false) const;
  // simple, extended
  void explain(std::string_view mode = "simple") const;
  std::string explainString(std::string_view mode = "simple") const;

  // One of its columns, which stays this DataFrame's where another has one of the same name.
  Column col(std::string_view name) const;
  Column operator[](std::string_view name) const { return col(name); }

  // --- columns ---
  template <class... Columns>
  DataFrame select(const Columns&... columns) const {
    return selectColumns({ColumnOrName(columns).column()...});
  }
  DataFrame select(const std::vector<Column>& columns) const { return selectColumns(columns); }
  DataFrame select(const std::vector<std::string>& names) const;
  DataFrame select(std::initializer_list<ColumnOrName> columns) const;
  // SQL text: selectExpr("age + 1 AS next", "upper(name)").
  template <class... Texts>
  DataFrame selectExpr(const Texts&... expressions) const {
    return selectTexts({std::string(expressions)...});
  }
  DataFrame selectExpr(const std::vector<std::string>& expressions) const { return selectTexts(expressions); }
  // A column, or a value that is the same in every row.
  DataFrame withColumn(const std::string& name, const Operand& column) const;
  DataFrame withColumns(const std::vector<std::pair<std::string, Column>>& columns) const;
  DataFrame withColumnRenamed(const std::string& from, const std::string& to) const;
  DataFrame withColumnsRenamed(const std::map<std::string, std::string>& names) const;
  template <class... Names>
  DataFrame drop(const Names&... names) const {
    return dropColumns({ColumnOrName(names).column()...});
  }
  DataFrame drop(const std::vector<std::string>& names) const;
  DataFrame drop(std::initializer_list<ColumnOrName> columns) const;
  template <class... Names>
  DataFrame toDF(const Names&... names) const {
    return renameAll({std::string(names)...});
  }
  DataFrame toDF(const std::vector<std::string>& names) const { return renameAll(names); }
  // A name to write in front of its columns' names: `t.age`.
  DataFrame as(const std::string& alias) const;
  DataFrame alias(const std::string& name) const { return as(name); }

  // --- rows ---
  DataFrame where(const Column& condition) const;
  DataFrame filter(const Column& condition) const { return where(condition); }
  // SQL text: where("age > 30 AND income = '>50K'").
  DataFrame where(std::string_view condition) const;
  DataFrame filter(std::string_view condition) const { return where(condition); }
  DataFrame distinct() const;
  DataFrame dropDuplicates() const { return distinct(); }
  // The first row of each combination of values.
  DataFrame dropDuplicates(const std::vector<std::string>& columns) const;
  DataFrame dropDuplicates(std::initializer_list<std::string_view> columns) const;
  template <class... Names>
  DataFrame dropDuplicates(std::string_view first, const Names&... others) const {
    return dropDuplicates({first, std::string_view(others)...});
  }
  DataFrame limit(int64_t numRows) const;
  DataFrame sample(double fraction, std::optional<int64_t> seed = {}) const;
  // Only for bool itself: sample(0.5, 42) must not be taken for fraction 42 with replacement.
  template <std::same_as<bool> Flag>
  DataFrame sample(Flag withReplacement, double fraction, std::optional<int64_t> seed = {}) const {
    return sampled(withReplacement, fraction, seed);
  }
  // Parts of about these shares; the same rows as Spark's for the same seed and partitions.
  std::vector<DataFrame> randomSplit(const std::vector<double>& weights, std::optional<int64_t> seed = {}) const;
  template <size_t N>
  std::array<DataFrame, N> randomSplit(const std::array<double, N>& weights, std::optional<int64_t> seed = {}) const {
    auto parts = randomSplit(std::vector<double>(weights.begin(), weights.end()), seed);
    return [&]<size_t... I>(std::index_sequence<I...>) {
      return std::array<DataFrame, N>{std::move(parts[I])...};
    }(std::make_index_sequence<N>());
  }

  // --- groups ---
  template <class... Columns>
  GroupedData groupBy(const Columns&... columns) const;
  GroupedData groupBy(const std::vector<Column>& columns) const;
  GroupedData groupBy(const std::vector<std::string>& names) const;
  GroupedData groupBy(std::initializer_list<ColumnOrName> columns) const;
  template <class... Aggregates>
  DataFrame agg(const Column& first, const Aggregates&... others) const {
    return aggregate({first, others...});
  }

  // --- two tables ---
  DataFrame join(const DataFrame& right) const { return crossJoin(right); }
  // By columns of the same name on both sides, which come out once.
  DataFrame join(const DataFrame& right, const std::string& using_, const std::string& type = "inner") const;
  DataFrame join(const DataFrame& right, const std::vector<std::string>& using_,
                 const std::string& type = "inner") const;
  DataFrame join(const DataFrame& right, std::initializer_list<std::string_view> using_,
                 const std::string& type = "inner") const;
  DataFrame join(const DataFrame& right, const Column& condition, const std::string& type = "inner") const;
  DataFrame crossJoin(const DataFrame& right) const;
  DataFrame union_(const DataFrame& other) const;
  DataFrame unionAll(const DataFrame& other) const { return union_(other); }
  DataFrame unionByName(const DataFrame& other, bool allowMissingColumns = false) const;
  DataFrame intersect(const DataFrame& other) const;
  DataFrame except(const DataFrame& other) const;

  // --- order ---
  template <class... Columns>
  DataFrame orderBy(const Columns&... columns) const {
    return sortColumns({ColumnOrName(columns).column()...}, true);
  }
  DataFrame orderBy(const std::vector<Column>& columns) const { return sortColumns(columns, true); }
  DataFrame orderBy(const std::vector<std::string>& names) const;
  DataFrame orderBy(std::initializer_list<ColumnOrName> columns) const;
  template <class... Columns>
  DataFrame sort(const Columns&... columns) const {
    return orderBy(columns...);
  }
  DataFrame sort(std::initializer_list<ColumnOrName> columns) const;
  template <class... Columns>
  DataFrame sortWithinPartitions(const Columns&... columns) const {
    return sortColumns({ColumnOrName(columns).column()...}, false);
  }

  // --- partitions and storage ---
  DataFrame repartition(int numPartitions) const;
  template <class... Columns>
  DataFrame repartition(int numPartitions, const ColumnOrName& first, const Columns&... others) const {
    return repartitionBy(numPartitions, {first.column(), ColumnOrName(others).column()...});
  }
  // As many partitions as other shuffles have.
  template <class... Columns>
  DataFrame repartition(const ColumnOrName& first, const Columns&... others) const {
    return repartitionBy(shufflePartitions(), {first.column(), ColumnOrName(others).column()...});
  }
  DataFrame coalesce(int numPartitions) const;
  int numPartitions() const;
  // Computed once, by the first action, and kept; copies and what is made from this DataFrame from now on read it.
  DataFrame cache() const { return persist(); }
  DataFrame persist(StorageLevel level = StorageLevel::MEMORY_AND_DISK) const;
  DataFrame unpersist(bool blocking = false) const;
  // Written at once, and read from there from now on.
  DataFrame checkpoint() const;
  DataFrame localCheckpoint() const;

  // --- statistics ---
  template <class... Names>
  DataFrame describe(const Names&... columns) const {
    return describeColumns({std::string(columns)...});
  }
  // Of count, mean, stddev, min, max and percentages such as 25%.
  template <class... Statistics>
  DataFrame summary(const Statistics&... statistics) const {
    return summarize({std::string(statistics)...});
  }
  DataFrameNaFunctions na() const;
  DataFrameStatFunctions stat() const;

  // --- actions ---
  // All rows as an Arrow table, which is also a range of Rows.
  CollectedTable collect() const;
  std::vector<Row> collectRows() const;
  std::vector<Row> take(int64_t numRows) const;
  std::vector<Row> head(int64_t numRows) const;
  Row head() const;
  // The first row. Error kNotFound when there is none.
  Row first() const;
  // The last rows, in their order.
  std::vector<Row> tail(int64_t numRows) const;
  int64_t count() const;
  bool isEmpty() const;
  DataFrameWriter write() const;
  // The rows as structs, whose fields are the columns of the same name, or else those at the same place.
  template <class T>
  Rdd<T> as() const;

  // For parts of Ferro built on DataFrames.
  const SessionPtr& session() const { return session_; }
  const std::shared_ptr<const Plan>& plan() const { return plan_; }
  const Query& query() const { return *query_; }
  DataFrame with(std::shared_ptr<const Plan> plan) const { return {session_, std::move(plan)}; }

 private:
  static std::vector<Column> columnsOf(std::initializer_list<ColumnOrName> columns);
  int shufflePartitions() const;
  DataFrame sampled(bool withReplacement, double fraction, std::optional<int64_t> seed) const;
  DataFrame selectColumns(const std::vector<Column>& columns) const;
  DataFrame selectTexts(const std::vector<std::string>& expressions) const;
  DataFrame dropColumns(const std::vector<Column>& columns) const;
  DataFrame renameAll(const std::vector<std::string>& names) const;
  DataFrame aggregate(const std::vector<Column>& columns) const;
  DataFrame sortColumns(const std::vector<Column>& columns, bool global) const;
  DataFrame repartitionBy(int numPartitions, const std::vector<Column>& columns) const;
  DataFrame describeColumns(const std::vector<std::string>& columns) const;
  DataFrame summarize(std::vector<std::string> statistics) const;

  SessionPtr session_;
  std::shared_ptr<const Plan> plan_;
  std::shared_ptr<const Query> query_;  // how it is computed, found out once and shared by copies
};

// Rows of a DataFrame by the values of some columns.
class GroupedData {
 public:
  GroupedData(DataFrame frame, std::vector<ExprPtr> groupings);

  template <class... Aggregates>
  DataFrame agg(const Column& first, const Aggregates&... others) const {
    return aggregate({first, others...});
  }
  DataFrame agg(const std::vector<Column>& aggregates) const { return aggregate(aggregates); }
  // By column: the name of an aggregate, as in {{"age", "avg"}}.
  DataFrame agg(const std::vector<std::pair<std::string, std::string>>& aggregates) const;
  DataFrame count() const;
  // Of the columns named, or of all numeric ones.
  template <class... Names>
  DataFrame sum(const Names&... columns) const {
    return ofColumns("sum", {std::string(columns)...});
  }
  template <class... Names>
  DataFrame avg(const Names&... columns) const {
    return ofColumns("avg", {std::string(columns)...});
  }
  template <class... Names>
  DataFrame mean(const Names&... columns) const {
    return ofColumns("avg", {std::string(columns)...});
  }
  template <class... Names>
  DataFrame min(const Names&... columns) const {
    return ofColumns("min", {std::string(columns)...});
  }
  template <class... Names>
  DataFrame max(const Names&... columns) const {
    return ofColumns("max", {std::string(columns)...});
  }
  // One column for each value of `column`: those given, or all there are (found by a job of its own).
  GroupedData pivot(const std::string& column) const;
  GroupedData pivot(const std::string& column, const std::vector<Operand>& values) const;

 private:
  DataFrame aggregate(const std::vector<Column>& aggregates) const;
  DataFrame ofColumns(const std::string& function, std::vector<std::string> columns) const;

  struct Pivot;

  // What is computed: the aggregates, for each value of the pivot where there is one.
  std::vector<ExprPtr> pivoted(const std::vector<Column>& aggregates) const;

  DataFrame frame_;
  std::vector<ExprPtr> groupings_;      // resolved and named
  std::shared_ptr<const Pivot> pivot_;  // null: none
};

template <class... Columns>
GroupedData DataFrame::groupBy(const Columns&... columns) const {
  return groupBy(std::vector<Column>{ColumnOrName(columns).column()...});
}

}  // namespace ferro
