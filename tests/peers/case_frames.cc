#include "case_frames.h"

#include <optional>
#include <vector>

#include <arrow/api.h>

#include "ferro/common/text.h"
#include "ferro/engine/ferro.h"
#include "ferro/engine/frame/na_functions.h"
#include "ferro/engine/frame/stat_functions.h"

namespace ferro {
namespace {

using Texts = std::vector<std::string>;

// `a ; b ; c`
Texts pieces(std::string_view text, std::string_view separator) {
  Texts found;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    if (const auto piece = trim(text.substr(at, end - at)); !piece.empty()) found.emplace_back(piece);
    at = end + separator.size();
  }
  return found;
}

std::vector<Column> expressions(const Texts& texts) {
  std::vector<Column> columns;
  for (const std::string& text : texts) columns.push_back(expr(text));
  return columns;
}

std::vector<Column> names(const Texts& texts) {
  std::vector<Column> columns;
  for (const std::string& text : texts) columns.push_back(col(text));
  return columns;
}

Operand operand(const std::string& text) { return Operand(expr(text)); }

class Program {
 public:
  explicit Program(const Session& session) : session_(session) {}

  std::string run(std::string_view text) {
    for (const std::string& step : pieces(text, " | ")) {
      const size_t space = std::min(step.find(' '), step.size());
      take(step.substr(0, space), pieces(std::string_view(step).substr(space), " ; "));
    }
    if (!printed_.empty()) return printed_;
    std::string types;
    for (const auto& [name, type] : frame_->dtypes()) types += name + ": " + type + "\n";
    return types + frame_->showString(1000, 0);
  }

 private:
  void take(const std::string& step, const Texts& arguments) {
    if (step == "rows") frame_ = rows(arguments);
    else if (step == "keep") kept_ = frame_;
    else if (groups_) frame_ = grouped(step, arguments);
    else if (step == "groupBy") groups_ = frame_->groupBy(names(arguments));
    else if (step.starts_with("na.")) missing(step.substr(3), arguments);
    else if (step.starts_with("stat.")) statistics(step.substr(5), arguments);
    else if (kept_ &&
             (step == "join" || step == "union" || step == "unionByName" || step == "intersect" || step == "except")) {
      twoTables(step, arguments);
    } else {
      oneTable(step, arguments);
    }
  }

  // `rows a, b ; 1, 2 ; 3, 4`: SQL's literals have no comma that is followed by two spaces.
  DataFrame rows(const Texts& arguments) const {
    const Texts columns = pieces(arguments[0], ",  ");
    const auto array = arrow::MakeArrayFromScalar(arrow::Int32Scalar(0), 1).ValueOrDie();
    const DataFrame one =
        session_.createDataFrame(arrow::Table::Make(arrow::schema({arrow::field("i", array->type())}), {array}));
    std::optional<DataFrame> all;
    for (size_t i = 1; i < arguments.size(); ++i) {
      Texts values = pieces(arguments[i], ",  ");
      for (size_t column = 0; column < columns.size(); ++column) values[column] += " AS " + columns[column];
      const DataFrame row = one.selectExpr(values);
      all = all ? all->union_(row) : row;
    }
    return *all;
  }

  DataFrame grouped(const std::string& step, const Texts& arguments) {
    const GroupedData groups = *std::exchange(groups_, std::nullopt);
    if (step == "agg") return groups.agg(expressions(arguments));
    if (step == "count") return groups.count();
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& name : arguments) pairs.emplace_back(name, step);
    if (!pairs.empty()) return groups.agg(pairs);
    if (step == "sum") return groups.sum();
    if (step == "avg") return groups.avg();
    return step == "min" ? groups.min() : groups.max();
  }

  void missing(const std::string& step, const Texts& arguments) {
    const Texts columns(arguments.size() > 2 ? arguments.begin() + 2 : arguments.end(), arguments.end());
    const DataFrameNaFunctions na = frame_->na();
    if (step == "drop") frame_ = arguments.empty() ? na.drop() : na.drop(arguments[0]);
    else if (step == "fill") frame_ = na.fill(operand(arguments[0]));
    else if (columns.empty()) frame_ = na.replace("*", {{operand(arguments[0]), operand(arguments[1])}});
    else frame_ = na.replace(columns, {{operand(arguments[0]), operand(arguments[1])}});
  }

  void statistics(const std::string& step, const Texts& arguments) {
    const DataFrameStatFunctions stat = frame_->stat();
    if (step == "crosstab") {
      frame_ = stat.crosstab(arguments[0], arguments[1]);
      return;
    }
    const double number = step == "cov" ? stat.cov(arguments[0], arguments[1]) : stat.corr(arguments[0], arguments[1]);
    char text[40];
    snprintf(text, sizeof text, "%.9g", number);
    printed_ = std::string(text) + "\n";
  }

  void twoTables(const std::string& step, const Texts& arguments) {
    if (step == "join")
      frame_ = frame_->join(*kept_, pieces(arguments[0], ",  "), arguments.size() > 1 ? arguments[1] : "inner");
    else if (step == "union") frame_ = frame_->union_(*kept_);
    else if (step == "unionByName") frame_ = frame_->unionByName(*kept_, !arguments.empty());
    else frame_ = step == "intersect" ? frame_->intersect(*kept_) : frame_->except(*kept_);
  }

  void oneTable(const std::string& step, const Texts& arguments) {
    if (step == "select") frame_ = frame_->select(names(arguments));
    else if (step == "selectExpr") frame_ = frame_->selectExpr(arguments);
    else if (step == "where") frame_ = frame_->where(arguments[0]);
    else if (step == "agg") frame_ = frame_->groupBy().agg(expressions(arguments));
    else if (step == "orderBy") frame_ = frame_->orderBy(names(arguments));
    else if (step == "distinct") frame_ = frame_->distinct();
    else if (step == "dropDuplicates") frame_ = frame_->dropDuplicates(arguments);
    else if (step == "drop") frame_ = frame_->drop(arguments[0]);
    else if (step == "withColumn") frame_ = frame_->withColumn(arguments[0], expr(arguments[1]));
    else if (step == "rename") frame_ = frame_->withColumnRenamed(arguments[0], arguments[1]);
    else if (step == "limit") frame_ = frame_->limit(std::stoi(arguments[0]));
    else if (step == "describe") frame_ = frame_->describe();
    else if (step == "summary") frame_ = frame_->summary();
    else if (step == "as") frame_ = frame_->as(arguments[0]);
    else throw std::runtime_error("unknown step " + step);
  }

  const Session& session_;
  std::optional<DataFrame> frame_;
  std::optional<DataFrame> kept_;
  std::optional<GroupedData> groups_;
  std::string printed_;
};

}  // namespace

std::string frameAnswer(const Session& session, std::string_view program) {
  try {
    return Program(session).run(program);
  } catch (const std::exception& error) {
    return "error: " + std::string(error.what()) + "\n";
  }
}

}  // namespace ferro
