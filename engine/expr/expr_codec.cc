#include <utility>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/arrow_bytes.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/expr/expr.h"
#include "ferro/engine/expr/user_function.h"

namespace ferro {
namespace {

// No plan is as deep as this; bytes that claim to be would use up the stack.
constexpr int kDeepest = 2'000;

std::shared_ptr<arrow::Schema> schemaOfOne(const TypePtr& type) { return arrow::schema({arrow::field("", type)}); }

std::string encodeLiteral(const arrow::Scalar& value) {
  auto column = valueOf(arrow::MakeArrayFromScalar(value, 1), "encoding a literal");
  return batchToBytes(*arrow::RecordBatch::Make(schemaOfOne(value.type), 1, {std::move(column)}));
}

std::shared_ptr<arrow::Scalar> decodeLiteral(const std::string& bytes, const TypePtr& type) {
  const auto batch = batchFromBytes(bytes, schemaOfOne(type));
  if (batch->num_rows() != 1) throw Error(ErrorCode::kMalformedData, "a literal has not one value");
  return valueOf(batch->column(0)->GetScalar(0), "decoding a literal");
}

void write(Encoder& encoder, const Expr& node) {
  encoder.write(static_cast<uint8_t>(node.kind));
  encoder.write(node.name);
  encoder.write(schemaToBytes(*schemaOfOne(node.type)));
  encoder.write(node.nullable);
  encoder.write(node.position);
  encoder.write(node.distinct);
  encoder.write(node.descending);
  encoder.write(node.nullsFirst);
  if (node.kind == ExprKind::kLiteral) encoder.write(encodeLiteral(*node.literal));
  encoder.write(node.function != nullptr);
  if (node.function != nullptr) encodeUserFunction(encoder, *node.function);
  encoder.writeVarint(node.children.size());
  for (const ExprPtr& child : node.children) write(encoder, *child);
}

ExprPtr read(Decoder& decoder, int depth) {
  if (depth > kDeepest) throw Error(ErrorCode::kMalformedData, "an expression is nested too deep");
  Expr node;
  const auto kind = decoder.read<uint8_t>();
  if (kind > static_cast<uint8_t>(ExprKind::kSortKey)) {
    throw Error(ErrorCode::kMalformedData, "an expression is of no known kind");
  }
  node.kind = static_cast<ExprKind>(kind);
  node.name = decoder.read<std::string>();
  const auto schema = schemaFromBytes(decoder.read<std::string>());
  if (schema->num_fields() != 1) throw Error(ErrorCode::kMalformedData, "an expression has not one type");
  node.type = schema->field(0)->type();
  node.nullable = decoder.read<bool>();
  node.position = decoder.read<int>();
  node.distinct = decoder.read<bool>();
  node.descending = decoder.read<bool>();
  node.nullsFirst = decoder.read<bool>();
  if (node.kind == ExprKind::kLiteral) node.literal = decodeLiteral(decoder.read<std::string>(), node.type);
  if (decoder.read<bool>()) node.function = decodeUserFunction(decoder);
  const uint64_t numChildren = decoder.readVarint();
  if (numChildren > decoder.remaining()) throw Error(ErrorCode::kMalformedData, "an expression is cut off");
  for (uint64_t i = 0; i < numChildren; ++i) node.children.push_back(read(decoder, depth + 1));
  return std::make_shared<const Expr>(std::move(node));
}

}  // namespace

void Codec<ExprPtr>::encode(Encoder& encoder, const ExprPtr& expression) { write(encoder, *expression); }

ExprPtr Codec<ExprPtr>::decode(Decoder& decoder) { return read(decoder, 0); }

}  // namespace ferro
