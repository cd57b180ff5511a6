// An expression over the columns of a table: a tree of immutable nodes, shared freely between threads. The same tree
// goes through three stages. A user writes names (kName, kStar). Resolving turns them into attributes of the plan below
// and gives every node its type, with the casts that Spark would add (kAttribute). Binding for execution turns
// attributes into positions in a batch (kInput); only bound trees travel to executors.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/common/codec.h"

namespace ferro {

struct Expr;
class UserFunction;
using ExprPtr = std::shared_ptr<const Expr>;
using TypePtr = std::shared_ptr<arrow::DataType>;
using AttributeId = int64_t;

enum class ExprKind : uint8_t {
  kName,       // a column by its name; the name may have a qualifier: `t.a`
  kStar,       // all columns; name holds a qualifier or nothing
  kAttribute,  // a column of a plan, found: attribute says which, name what it is called
  kInput,      // a column of a batch, by position
  kLiteral,    // the value in literal
  kCall,       // the function `name` of its children
  kCast,       // the child as `type`
  kAlias,      // the child under `name`; attribute is the id of what comes out
  kSortKey,    // the child as a key of an order
};

struct Expr {
  ExprKind kind = ExprKind::kLiteral;
  std::string name{};
  std::vector<ExprPtr> children{};
  TypePtr type{};  // null until resolved
  bool nullable = true;
  AttributeId attribute = -1;
  int position = -1;
  std::shared_ptr<arrow::Scalar> literal{};
  bool distinct = false;                           // of an aggregate: its arguments without duplicates
  bool descending = false;                         // kSortKey
  bool nullsFirst = true;                          // kSortKey
  std::shared_ptr<const UserFunction> function{};  // of a call to a user's function
  std::shared_ptr<const std::string> metadata{};   // of a column: what is known beside its type, as JSON; stays here

  const Expr& child(size_t index = 0) const { return *children[index]; }
  bool resolved() const { return type != nullptr; }
};

// How trees are made and walked: expr::call("+", {a, b}). A struct, because a namespace could not share its name with
// the function expr("a + b") that users have from Spark.
struct expr {
  static ExprPtr name(std::string column);
  static ExprPtr star(std::string qualifier = "");
  static ExprPtr attribute(AttributeId id, std::string name, TypePtr type, bool nullable,
                           std::shared_ptr<const std::string> metadata = nullptr);
  static ExprPtr input(int position, TypePtr type, bool nullable, std::string name = "");
  static ExprPtr literal(std::shared_ptr<arrow::Scalar> value);
  static ExprPtr null(TypePtr type);
  static ExprPtr boolean(bool value);
  static ExprPtr call(std::string function, std::vector<ExprPtr> arguments);
  static ExprPtr call(std::string function, std::vector<ExprPtr> arguments, TypePtr type, bool nullable);
  static ExprPtr cast(ExprPtr child, TypePtr type);
  // A column under another name keeps its metadata.
  static ExprPtr alias(ExprPtr child, std::string name, AttributeId id = -1);
  static ExprPtr sortKey(ExprPtr child, bool descending, bool nullsFirst);

  // A copy with other children; the same node when they are the same.
  static ExprPtr withChildren(const ExprPtr& node, std::vector<ExprPtr> children);

  static bool equal(const Expr& a, const Expr& b);

  // As Spark prints it: `(age#3 > 30)` with ids, `(age > 30)` without.
  static std::string text(const Expr& expression, bool withIds = false);
  // What a column made of it is called when nobody gave it a name: `(age + 1)`, `avg(age)`.
  static std::string columnName(const Expr& expression);

  // Replaces nodes from the leaves up; replace(node) gives another node, or the one it was given.
  template <class Replace>
  static ExprPtr transform(const ExprPtr& node, const Replace& replace) {
    if (node->children.empty()) return replace(node);
    std::vector<ExprPtr> children;
    children.reserve(node->children.size());
    for (const ExprPtr& child : node->children) children.push_back(transform(child, replace));
    return replace(withChildren(node, std::move(children)));
  }

  // Calls visit(node) for every node of the tree, a parent before its children.
  template <class Visit>
  static void forEach(const Expr& node, const Visit& visit) {
    visit(node);
    for (const ExprPtr& child : node.children) forEach(*child, visit);
  }
};

// Bound expressions travel.
template <>
struct Codec<ExprPtr> {
  static void encode(Encoder& encoder, const ExprPtr& expression);
  static ExprPtr decode(Decoder& decoder);
};

}  // namespace ferro
