#include <iostream>

#include <arrow/table.h>

#include "ferro/common/error.h"
#include "ferro/conf/keys.h"
#include "ferro/engine/exec/collect.h"
#include "ferro/engine/frame/cached_frames.h"
#include "ferro/engine/frame/dataframe.h"
#include "ferro/engine/frame/na_functions.h"
#include "ferro/engine/frame/query.h"
#include "ferro/engine/frame/show.h"
#include "ferro/engine/frame/stat_functions.h"
#include "ferro/engine/frame/writer.h"
#include "ferro/engine/session_core.h"
#include "ferro/engine/session_zone.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {

void DataFrame::printSchema() const { std::cout << schemaTree(*schema()) << std::endl; }

void DataFrame::show(int numRows, bool truncate) const { show(numRows, truncate ? 20 : 0); }

void DataFrame::show(int numRows, int truncate, bool vertical) const {
  std::cout << showString(numRows, truncate, vertical) << std::endl;
}

std::string DataFrame::showString(int numRows, int truncate, bool vertical) const {
  const int64_t shown = numRows < 0 ? 0 : numRows;
  const auto table = limit(shown + 1).collect();
  return showTable(
      *table, {.numRows = shown, .truncate = truncate, .vertical = vertical, .zone = sessionZone(session_->conf())});
}

void DataFrame::explain(std::string_view mode) const { std::cout << explainString(mode) << std::endl; }

std::string DataFrame::explainString(std::string_view mode) const {
  if (mode != "simple" && mode != "extended") {
    throw Error(ErrorCode::kInvalidArgument,
                "explain() knows the modes \"simple\" and \"extended\", and was given \"" + std::string(mode) + "\"");
  }
  return query_->explain(mode == "extended");
}

int DataFrame::numPartitions() const { return query_->node()->numPartitions(); }

CollectedTable DataFrame::collect() const { return query_->collect(); }

std::vector<Row> DataFrame::take(int64_t numRows) const { return limit(numRows).collect().rows(); }

Row DataFrame::first() const {
  const auto rows = take(1);
  if (rows.empty()) throw Error(ErrorCode::kNotFound, "first() of a DataFrame without rows");
  return rows.front();
}

std::vector<Row> DataFrame::collectRows() const { return collect().rows(); }

std::vector<Row> DataFrame::head(int64_t numRows) const { return take(numRows); }

Row DataFrame::head() const { return first(); }

std::vector<Row> DataFrame::tail(int64_t numRows) const {
  if (numRows < 0) {
    throw Error(ErrorCode::kInvalidArgument,
                "tail() takes the number of rows, and was given " + std::to_string(numRows));
  }
  return CollectedTable(tailTable(session_, query_->node(), numRows)).rows();
}

int DataFrame::shufflePartitions() const {
  const auto asked = session_->conf().get(keys::kSqlShufflePartitions);
  return asked ? static_cast<int>(*asked) : detail::defaultParallelism(*session_);
}

int64_t DataFrame::count() const {
  // One column is enough to count by, and often none has to be read.
  const DataFrame narrow = plan_->output().empty() ? *this : select(Column(plan_->output().front().reference()));
  return countRows(session_, narrow.query().node());
}

bool DataFrame::isEmpty() const { return take(1).empty(); }

// The node is made by the first query that reads it, because making it may run jobs.
DataFrame DataFrame::persist(StorageLevel level) const {
  CachedFrames& cached = session_->cachedFrames();
  if (cached.find(plan_) != nullptr) return with(plan_);
  auto query = std::make_shared<const Query>(session_, plan_, true);
  const auto makeNode = [session = session_, query, level] {
    const BatchNodePtr node = query->node();
    if (node->storageLevel() == StorageLevel::NONE) detail::persist(session, node, level);
    return node;
  };
  auto plan = std::make_shared<const CachedPlan>(makeNode, plan_->output(), "InMemoryTableScan");
  cached.add(plan_, std::move(plan), std::move(query));
  return with(plan_);
}

DataFrame DataFrame::unpersist(bool blocking) const {
  const auto query = session_->cachedFrames().remove(plan_);
  const BatchNodePtr node = query == nullptr ? nullptr : query->nodeIfMade();
  if (node != nullptr) detail::unpersist(*session_, *node, blocking);
  return with(plan_);
}

DataFrame DataFrame::checkpoint() const {
  const BatchNodePtr node = query_->node();
  detail::checkpoint(session_, node);
  countRows(session_, node, "checkpoint");
  return with(std::make_shared<const CachedPlan>([node] { return node; }, plan_->output(), "Scan ExistingRDD"));
}

DataFrame DataFrame::localCheckpoint() const {
  const BatchNodePtr node = query_->node();
  detail::localCheckpoint(session_, node);
  countRows(session_, node, "localCheckpoint");
  return with(std::make_shared<const CachedPlan>([node] { return node; }, plan_->output(), "Scan ExistingRDD"));
}

DataFrameNaFunctions DataFrame::na() const { return DataFrameNaFunctions(*this); }
DataFrameStatFunctions DataFrame::stat() const { return DataFrameStatFunctions(*this); }
DataFrameWriter DataFrame::write() const { return DataFrameWriter(*this); }

}  // namespace ferro
