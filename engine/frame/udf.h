// udf(): a function without captures as a function of columns. A null argument gives null, unless the parameter is a
// std::optional. The typed skin over expr/user_function.h.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ferro/common/columns.h"
#include "ferro/engine/expr/user_function.h"
#include "ferro/engine/frame/column.h"
#include "ferro/engine/function.h"
#include "ferro/engine/node.h"

namespace ferro {

namespace detail {

// The same rows, held by a pointer of their own.
std::shared_ptr<arrow::RecordBatch> sharedBatch(const arrow::RecordBatch& batch);
std::shared_ptr<arrow::Array> firstColumn(const arrow::RecordBatch& batch);

template <class F>
struct CallTraits : CallTraits<decltype(&F::operator())> {};
template <class F, class R, class... P>
struct CallTraits<R (F::*)(P...) const> {
  using Result = R;
  using Parameters = std::tuple<std::remove_cvref_t<P>...>;
};

template <class T>
using Nullable = std::conditional_t<OptionalElement<T>, T, std::optional<T>>;
template <class T>
using NullableView = std::conditional_t<std::is_same_v<T, std::string>, std::optional<std::string_view>, Nullable<T>>;

// The parameter as the function wants it; false when it is null and the function cannot take that.
template <class P, class V>
bool present(const V& value) {
  return OptionalElement<P> || value.has_value();
}
template <class P, class V>
decltype(auto) asParameter(const V& value) {
  if constexpr (OptionalElement<P>) {
    return (value);
  } else if constexpr (std::is_same_v<P, std::string>) {
    return std::string(*value);
  } else {
    return (*value);
  }
}

template <class F, class R, class... P>
class TypedUserFunction final : public UserFunction {
 public:
  using Row = std::tuple<NullableView<P>...>;
  using Out = Nullable<Stored<std::decay_t<R>>>;

  OperatorFactory factory() const override { return Registered<TypedUserFunction>::factory(); }
  void encodeArguments(Encoder&) const override {}
  static std::shared_ptr<const Operator> decode(OperatorReader&) { return std::make_shared<const TypedUserFunction>(); }

  std::vector<TypePtr> argumentTypes() const override { return {columnType<Nullable<P>>()...}; }
  TypePtr resultType() const override { return columnType<Out>(); }

  std::shared_ptr<arrow::Array> evaluate(const arrow::RecordBatch& arguments, arrow::MemoryPool* pool) const override {
    RowWriter<Out> writer(pool);
    const int64_t numRows = ferro::rowsOf(arguments);
    if constexpr (sizeof...(P) == 0) {
      for (int64_t i = 0; i < numRows; ++i) writer.append(Out(toStored(F{}())));
    } else {
      RowReader<Row> reader(sharedBatch(arguments));
      Row row;
      for (int64_t i = 0; i < numRows; ++i) {
        reader.read(i, row);
        writer.append(call(row, std::index_sequence_for<P...>()));
      }
    }
    return firstColumn(*writer.finish());
  }

 private:
  template <size_t... I>
  static Out call(const Row& row, std::index_sequence<I...>) {
    if (!(present<P>(std::get<I>(row)) && ...)) return Out();
    return Out(toStored(F{}(asParameter<P>(std::get<I>(row))...)));
  }
};

}  // namespace detail

// What udf() gives: called with columns, it gives a column.
class UserDefinedFunction {
 public:
  explicit UserDefinedFunction(std::shared_ptr<const UserFunction> function) : function_(std::move(function)) {}

  template <class... Columns>
  Column operator()(const Columns&... columns) const {
    return apply({ColumnOrName(columns).expression()...});
  }
  UserDefinedFunction withName(std::string name) const;

 private:
  Column apply(std::vector<ExprPtr> arguments) const;

  std::shared_ptr<const UserFunction> function_;
  std::string name_ = "UDF";
};

template <class F>
UserDefinedFunction udf(F) {
  detail::requireCaptureFree<F>();
  using Traits = detail::CallTraits<F>;
  using Function = decltype([]<class... P>(std::tuple<P...>*) {
    return std::type_identity<detail::TypedUserFunction<F, typename Traits::Result, P...>>();
  }(static_cast<typename Traits::Parameters*>(nullptr)));
  return UserDefinedFunction(std::make_shared<const typename Function::type>());
}

}  // namespace ferro
