// A function over whole batches as a column of a DataFrame: how stages transform. The function is a plain struct that
// travels to executors, with what it needs as its fields:
//
//   struct Scale {
//     std::vector<double> factors;
//     static TypePtr resultType();
//     std::shared_ptr<arrow::Array> operator()(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const;
//   };
//   frame.withColumn("scaled", columnFunction("scale", Scale{factors}, {frame.col("raw")}))
//
// A function that needs something made of its fields once, such as a hash table, has `Prepared prepare() const` and
// takes a const Prepared& as its last argument; what is prepared may point into the struct.
//
// The arguments arrive as plain columns (no dictionaries) of the types they have in the DataFrame. The result has one
// value for each row. Called by tasks' threads, several at a time, on the same struct. For .cc files of stages.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/expr/user_function.h"
#include "ferro/engine/frame/column.h"
#include "ferro/engine/frame/dataframe.h"
#include "ferro/engine/node.h"

namespace ferro::ml {

namespace detail {

std::string encodeTypes(const std::vector<TypePtr>& types);
std::vector<TypePtr> decodeTypes(std::string_view bytes);
Column callOn(std::string name, std::shared_ptr<const UserFunction> function, const std::vector<Column>& arguments);
std::vector<TypePtr> typesOf(const std::vector<Column>& columns);

struct NothingPrepared {};
template <class F>
auto prepare(const F& function) {
  if constexpr (requires { function.prepare(); }) {
    return function.prepare();
  } else {
    return NothingPrepared();
  }
}

}  // namespace detail

template <class F>
class ColumnFunction final : public UserFunction {
 public:
  ColumnFunction(F function, std::vector<TypePtr> types)
      : function_(std::move(function)), types_(std::move(types)), prepared_(detail::prepare(function_)) {}
  ColumnFunction(const ColumnFunction&) = delete;
  ColumnFunction& operator=(const ColumnFunction&) = delete;

  OperatorFactory factory() const override { return Registered<ColumnFunction>::factory(); }
  void encodeArguments(Encoder& encoder) const override {
    encoder.write(detail::encodeTypes(types_));
    encoder.write(function_);
  }
  static std::shared_ptr<const Operator> decode(OperatorReader& reader) {
    auto types = detail::decodeTypes(reader.arguments().template read<std::string>());
    return std::make_shared<const ColumnFunction>(reader.arguments().template read<F>(), std::move(types));
  }

  std::vector<TypePtr> argumentTypes() const override { return types_; }
  TypePtr resultType() const override { return F::resultType(); }
  std::shared_ptr<arrow::Array> evaluate(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const override {
    if constexpr (requires { function_.prepare(); }) {
      return function_(arguments, pool, prepared_);
    } else {
      return function_(arguments, pool);
    }
  }

 private:
  F function_;
  std::vector<TypePtr> types_;
  decltype(detail::prepare(std::declval<const F&>())) prepared_;
};

// The arguments must be columns of a DataFrame (frame.col(name)), or casts of such.
template <class F>
Column columnFunction(std::string name, F function, const std::vector<Column>& arguments) {
  auto made = std::make_shared<const ColumnFunction<F>>(std::move(function), detail::typesOf(arguments));
  return detail::callOn(std::move(name), std::move(made), arguments);
}

}  // namespace ferro::ml
