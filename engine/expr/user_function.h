// A user's function as part of an expression: what udf() makes. Untyped here; the typed skin over it is frame/udf.h.
// Immutable; any thread may evaluate it. It travels as an operator does, by its place in the executable.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/expr/expr.h"
#include "ferro/engine/operator.h"

namespace ferro {

class UserFunction : public Operator {
 public:
  virtual std::vector<TypePtr> argumentTypes() const = 0;
  virtual TypePtr resultType() const = 0;
  // The columns are of the argument types, in the batch's order; the result has one value for each row.
  virtual std::shared_ptr<arrow::Array> evaluate(const arrow::RecordBatch& arguments,
                                                 arrow::MemoryPool* pool) const = 0;
};

void encodeUserFunction(Encoder& encoder, const UserFunction& function);
std::shared_ptr<const UserFunction> decodeUserFunction(Decoder& decoder);

}  // namespace ferro
