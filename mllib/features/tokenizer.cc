#include "ferro/mllib/features/tokenizer.h"

#include <arrow/array/array_binary.h>
#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/frame/functions.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"

namespace ferro::ml {
namespace {

constexpr std::string_view kSpaces = " \t\n\v\f\r";

// Each space is a cut, as Java's split("\\s") has it: words may be empty, but for those at the end.
std::vector<std::string_view> wordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  size_t begin = 0;
  while (true) {
    const size_t end = text.find_first_of(kSpaces, begin);
    words.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  if (words.size() == 1) return words;
  while (!words.empty() && words.back().empty()) words.pop_back();
  return words;
}

struct CutWords {
  static TypePtr resultType() { return arrow::list(arrow::field("element", arrow::utf8(), true)); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const auto& texts = static_cast<const arrow::StringArray&>(*arguments.column(0));
    auto words = std::make_shared<arrow::StringBuilder>(pool);
    arrow::ListBuilder lists(pool, words, resultType());
    for (int64_t row = 0; row < texts.length(); ++row) {
      if (texts.IsNull(row)) {
        check(lists.AppendNull(), "cutting words");
        continue;
      }
      check(lists.Append(), "cutting words");
      for (const std::string_view word : wordsOf(texts.GetView(row))) check(words->Append(word), "cutting words");
    }
    return valueOf(lists.Finish(), "cutting words");
  }
};

}  // namespace

const ParamTable& TokenizerParams::table() {
  using P = TokenizerParams;
  static const ParamTable kTable = ParamTableOf<P>("Tokenizer")
                                       .add("inputCol", &P::inputCol, "input column name")
                                       .add("outputCol", &P::outputCol, "output column name")
                                       .build();
  return kTable;
}

SchemaPtr Tokenizer::transformSchema(const arrow::Schema& schema) const {
  const auto field = requireField(schema, settings().inputCol, uid());
  if (field->type()->id() != arrow::Type::STRING) {
    throw Error(ErrorCode::kInvalidArgument, uid() + " cannot cut column `" + settings().inputCol + "` of type " +
                                                 sqlName(*field->type()) + " into words: it takes texts");
  }
  return withField(schema, outputOr(settings().outputCol, uid()), CutWords::resultType(), true, uid());
}

DataFrame Tokenizer::transform(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const Column text = lower(columnOf(frame, settings().inputCol)).cast(arrow::utf8());
  return withOutputs(frame, {{outputOr(settings().outputCol, uid()), columnFunction("tokenizer", CutWords{}, {text})}},
                     uid());
}

}  // namespace ferro::ml
