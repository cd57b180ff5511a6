// Ferro's interpreter of the cases of cases.txt, as cases.py writes them: one case for each line of standard input, its
// answer as text on standard output, between lines of dashes. spark_cases_test.py asks Spark the same.
//
// A line is the SQL text of an expression over the columns c0, c1 ... , the number of columns, and the values of the
// rows as SQL literals, all separated by the character 0x1f. The expression is computed over the rows at once; if that
// is an error, then also for each row by itself.
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <arrow/api.h>
#include <arrow/array/concatenate.h>

#include "case_frames.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/text.h"
#include "ferro/engine/ferro.h"

namespace {

using namespace ferro;

class Cases {
 public:
  explicit Cases(const Session& session)
      : one_(session.createDataFrame(
            arrow::Table::Make(arrow::schema({arrow::field("i", arrow::int32())}),
                               {valueOf(arrow::MakeArrayFromScalar(arrow::Int32Scalar(0), 1), "one row")}))),
        session_(session) {}

  std::string answer(const std::string& line) {
    if (line.starts_with('@')) return frameAnswer(session_, std::string_view(line).substr(1));
    std::vector<std::string> parts;
    for (const std::string_view part : split(line, '\x1f')) parts.emplace_back(part);
    const std::vector<std::string> values(parts.begin() + 2, parts.end());
    const size_t columns = std::stoul(parts[1]);
    std::string answer = shown([&] { return tableOf(values, columns).selectExpr(parts[0] + " AS r"); });
    if (!answer.starts_with("error: ")) return answer;
    for (size_t row = 0; row < values.size(); row += columns) {
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(row);
      const std::vector<std::string> own(begin, begin + static_cast<std::ptrdiff_t>(columns));
      answer += "..........\n" + shown([&] { return tableOf(own, columns).selectExpr(parts[0] + " AS r"); });
    }
    return answer;
  }

 private:
  template <class Make>
  static std::string shown(const Make& make) {
    try {
      const DataFrame frame = make();
      const std::string rows = frame.showString(1000, 0, true);
      return frame.dtypes()[0].second + "\n" + rows;
    } catch (const std::exception& error) {
      return "error: " + std::string(error.what()) + "\n";
    }
  }

  std::shared_ptr<arrow::Array> valueOfLiteral(const std::string& literal) {
    std::shared_ptr<arrow::Array>& known = literals_[literal];
    if (known == nullptr) {
      known = valueOf(arrow::Concatenate(one_.selectExpr(literal).collect()->column(0)->chunks()), "a literal");
    }
    return known;
  }

  DataFrame tableOf(const std::vector<std::string>& values, size_t columns) {
    arrow::FieldVector fields;
    arrow::ArrayVector arrays;
    for (size_t column = 0; column < columns; ++column) {
      arrow::ArrayVector rows;
      for (size_t i = column; i < values.size(); i += columns) rows.push_back(valueOfLiteral(values[i]));
      arrays.push_back(valueOf(arrow::Concatenate(rows), "the column of a case"));
      fields.push_back(arrow::field("c" + std::to_string(column), arrays.back()->type()));
    }
    return session_.createDataFrame(arrow::Table::Make(arrow::schema(fields), arrays));
  }

  DataFrame one_;
  const Session& session_;
  std::map<std::string, std::shared_ptr<arrow::Array>> literals_;
};

}  // namespace

int main(int argc, char**) {
  ferro::runIfExecutor();
  if (argc > 1) return 2;
  const ferro::Session session(ferro::Conf().setMaster("local[1]"));
  Cases cases(session);
  for (std::string line; std::getline(std::cin, line);) std::cout << cases.answer(line) << "----------\n";
  return 0;
}
