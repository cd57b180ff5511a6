#include "ferro/mllib/features/hashing_tf.h"

#include <arrow/array/array_binary.h>
#include <arrow/array/array_nested.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/column_function.h"
#include "ferro/mllib/columns/in_out.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/features/hashed_places.h"

namespace ferro::ml {
namespace {

struct CountWords {
  int32_t numFeatures = 0;
  bool binary = false;

  static TypePtr resultType() { return vectorType(); }

  std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const {
    const auto& lists = static_cast<const arrow::ListArray&>(*arguments.column(0));
    const auto& words = static_cast<const arrow::StringArray&>(*lists.values());
    VectorColumnBuilder builder(pool);
    for (int64_t row = 0; row < lists.length(); ++row) {
      if (lists.IsNull(row)) {
        builder.appendNull();
        continue;
      }
      std::map<int32_t, double> counts;
      for (int64_t i = lists.value_offset(row); i < lists.value_offset(row + 1); ++i) {
        double& count = counts[hashedPlace(words.GetView(i), numFeatures)];
        count = binary ? 1 : count + 1;
      }
      appendPlaces(counts, numFeatures, builder);
    }
    return builder.finish();
  }
};

}  // namespace

const ParamTable& HashingTFParams::table() {
  using P = HashingTFParams;
  static const ParamTable kTable =
      ParamTableOf<P>("HashingTF")
          .add("inputCol", &P::inputCol, "input column name")
          .add("outputCol", &P::outputCol, "output column name")
          .add("numFeatures", &P::numFeatures, "the size of the vectors; a power of two spreads best", atLeast(1))
          .add("binary", &P::binary, "whether a word counts once, however often it occurs")
          .build();
  return kTable;
}

SchemaPtr HashingTF::transformSchema(const arrow::Schema& schema) const {
  const auto field = requireField(schema, settings().inputCol, uid());
  if (field->type()->id() != arrow::Type::LIST || field->type()->field(0)->type()->id() != arrow::Type::STRING) {
    throw Error(ErrorCode::kInvalidArgument, uid() + " cannot count the words of column `" + settings().inputCol +
                                                 "` of type " + sqlName(*field->type()) +
                                                 ": it takes lists of texts, as a Tokenizer makes");
  }
  return withField(schema, outputOr(settings().outputCol, uid()), vectorType(), true, uid());
}

DataFrame HashingTF::transform(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const CountWords function{settings().numFeatures, settings().binary};
  return withOutputs(frame,
                     {{outputOr(settings().outputCol, uid()),
                       columnFunction("hashingTF", function, {columnOf(frame, settings().inputCol)}),
                       metadataOf(AttributeGroup::ofSize(settings().numFeatures))}},
                     uid());
}

}  // namespace ferro::ml
