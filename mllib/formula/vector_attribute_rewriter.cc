#include "ferro/mllib/formula/vector_attribute_rewriter.h"

#include <arrow/builder.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/persist/row_table.h"

namespace ferro::ml {
namespace {

constexpr const char* kSaving = "making a model's table";

std::shared_ptr<arrow::Array> mapOf(const VectorAttributeRewriter::Prefixes& pairs) {
  auto keys = std::make_shared<arrow::StringBuilder>();
  auto items = std::make_shared<arrow::StringBuilder>();
  arrow::MapBuilder map(arrow::default_memory_pool(), keys, items);
  check(map.Append(), kSaving);
  for (const auto& [key, item] : pairs) {
    check(keys->Append(key), kSaving);
    check(items->Append(item), kSaving);
  }
  return ferro::valueOf(map.Finish(), kSaving);
}

VectorAttributeRewriter::Prefixes pairsOf(const SavedTable& data, const SavedStage& saved) {
  const auto column = data.table().GetColumnByName("prefixesToRewrite");
  if (column == nullptr || column->type()->id() != arrow::Type::MAP || column->length() != 1) {
    throw Error(ErrorCode::kMalformedData,
                "the model in " + saved.path() + " is not whole: data/ has no map prefixesToRewrite; save it again");
  }
  const auto& map = static_cast<const arrow::MapArray&>(*column->chunk(0));
  const auto& keys = static_cast<const arrow::StringArray&>(*map.keys());
  const auto& items = static_cast<const arrow::StringArray&>(*map.items());
  VectorAttributeRewriter::Prefixes pairs;
  for (int64_t i = map.value_offset(0); i < map.value_offset(1); ++i) {
    pairs.emplace_back(keys.GetString(i), items.GetString(i));
  }
  return pairs;
}

}  // namespace

const ParamTable& VectorAttributeRewriterParams::table() {
  static const ParamTable kTable("VectorAttributeRewriter", {});
  return kTable;
}

std::string VectorAttributeRewriter::rewritten(std::string name) const {
  for (const auto& [from, to] : prefixes_) {
    for (size_t at = name.find(from); !from.empty() && at != std::string::npos; at = name.find(from, at + to.size())) {
      name.replace(at, from.size(), to);
    }
  }
  return name;
}

DataFrame VectorAttributeRewriter::transform(const DataFrame& frame) const {
  std::vector<Column> columns;
  for (const std::string& name : frame.columns()) {
    if (name != vectorCol_) columns.push_back(columnOf(frame, name));
  }
  AttributeGroup group = attributeGroupOf(*requireField(*frame.schema(), vectorCol_, uid()));
  for (FeatureAttribute& attribute : group.attributes) attribute.name = rewritten(std::move(attribute.name));
  const Column vectors = columnOf(frame, vectorCol_);
  columns.push_back(group.attributes.empty() ? vectors : vectors.as(vectorCol_, metadataOf(group)));
  return frame.select(columns);
}

SchemaPtr VectorAttributeRewriter::transformSchema(const arrow::Schema& schema) const {
  const auto vectors = requireVectorField(schema, vectorCol_, uid());
  arrow::FieldVector fields;
  for (const auto& field : schema.fields()) {
    if (field->name() != vectors->name()) fields.push_back(field);
  }
  fields.push_back(vectors);
  return arrow::schema(std::move(fields));
}

void VectorAttributeRewriter::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("vectorCol", vectorCol_).add("prefixesToRewrite", mapOf(prefixes_)).table());
}

VectorAttributeRewriter VectorAttributeRewriter::read(const SavedStage& saved) {
  const SavedTable data = saved.table();
  return {data.text("vectorCol"), pairsOf(data, saved), saved.uid()};
}

}  // namespace ferro::ml
