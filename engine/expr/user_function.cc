#include "ferro/engine/expr/user_function.h"

#include "ferro/common/error.h"
#include "ferro/engine/node.h"
#include "ferro/engine/operator_table.h"

namespace ferro {
namespace {

// What was registered before main does not change afterwards.
const OperatorTable& userFunctionTable() {
  static const OperatorTable kTable;
  return kTable;
}

}  // namespace

void encodeUserFunction(Encoder& encoder, const UserFunction& function) {
  const OperatorKey key = userFunctionTable().keyOf(function.factory());
  encoder.write(key.module);
  encoder.write(key.offset);
  function.encodeArguments(encoder);
}

std::shared_ptr<const UserFunction> decodeUserFunction(Decoder& decoder) {
  OperatorKey key;
  key.module = decoder.read<uint64_t>();
  key.offset = decoder.read<uint64_t>();
  OperatorReader reader(decoder, {}, {});
  auto function = std::dynamic_pointer_cast<const UserFunction>(userFunctionTable().find(key)(reader));
  if (function == nullptr) throw Error(ErrorCode::kMalformedData, "an expression calls what is no user's function");
  return function;
}

}  // namespace ferro
