#include "ferro/engine/io/formats/json_columns.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/array/builder_nested.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/formats/json_leaf_columns.h"

namespace ferro {
namespace {

void need(const arrow::Status& status) { check(status, "cannot build a column from JSON"); }

// Of a container that only takes values of one kind, before what it holds is looked at.
JsonFit fitOfOther(const JsonNode& node) { return node.kind == JsonKind::kNull ? JsonFit::kWhole : JsonFit::kNot; }

class ListColumn final : public JsonColumn {
 public:
  ListColumn(const arrow::ListType& type, arrow::ArrayBuilder& builder, const JsonValueFormats& formats)
      : builder_(static_cast<arrow::ListBuilder&>(builder)),
        element_(makeJsonColumn(*type.value_type(), *builder_.value_builder(), formats)) {}

  JsonFit fitOf(const JsonTape& tape, size_t node) const override {
    if (tape[node].kind != JsonKind::kArray) return fitOfOther(tape[node]);
    JsonFit fit = JsonFit::kWhole;
    for (size_t child = node + 1; child < tape[node].next; child = tape[child].next) {
      fit = std::max(fit, element_->fitOf(tape, child));
      if (fit == JsonFit::kNot) break;
    }
    return fit;
  }

  JsonFit append(const JsonTape& tape, size_t node) override {
    const JsonFit fit = fitOf(tape, node);
    if (tape[node].kind != JsonKind::kArray || fit == JsonFit::kNot) {
      appendNull();
      return fit;
    }
    need(builder_.Append());
    for (size_t child = node + 1; child < tape[node].next; child = tape[child].next) element_->append(tape, child);
    return fit;
  }
  void appendNull() override { need(builder_.AppendNull()); }

 private:
  arrow::ListBuilder& builder_;
  std::unique_ptr<JsonColumn> element_;
};

class MapColumn final : public JsonColumn {
 public:
  MapColumn(const arrow::MapType& type, arrow::ArrayBuilder& builder, const JsonValueFormats& formats)
      : builder_(static_cast<arrow::MapBuilder&>(builder)),
        key_(makeJsonColumn(*type.key_type(), *builder_.key_builder(), formats)),
        item_(makeJsonColumn(*type.item_type(), *builder_.item_builder(), formats)) {}

  JsonFit fitOf(const JsonTape& tape, size_t node) const override {
    if (tape[node].kind != JsonKind::kObject) return fitOfOther(tape[node]);
    JsonFit fit = JsonFit::kWhole;
    for (size_t name = node + 1; name < tape[node].next; name = tape[name + 1].next) {
      fit = std::max({fit, key_->fitOf(tape, name), item_->fitOf(tape, name + 1)});
    }
    return fit;
  }

  JsonFit append(const JsonTape& tape, size_t node) override {
    const JsonFit fit = fitOf(tape, node);
    if (tape[node].kind != JsonKind::kObject || fit == JsonFit::kNot) {
      appendNull();
      return fit;
    }
    need(builder_.Append());
    for (size_t name = node + 1; name < tape[node].next; name = tape[name + 1].next) {
      key_->append(tape, name);
      item_->append(tape, name + 1);
    }
    return fit;
  }
  void appendNull() override { need(builder_.AppendNull()); }

 private:
  arrow::MapBuilder& builder_;
  std::unique_ptr<JsonColumn> key_;
  std::unique_ptr<JsonColumn> item_;
};

class StructColumn final : public JsonColumn {
 public:
  StructColumn(const arrow::StructType& type, arrow::ArrayBuilder& builder, const JsonValueFormats& formats)
      : builder_(static_cast<arrow::StructBuilder&>(builder)), members_(static_cast<size_t>(type.num_fields())) {
    for (int i = 0; i < type.num_fields(); ++i) {
      fields_.push_back(makeJsonColumn(*type.field(i)->type(), *builder_.field_builder(i), formats));
      names_.push_back(type.field(i)->name());
      positions_.emplace(type.field(i)->name(), static_cast<size_t>(i));
    }
  }

  JsonFit fitOf(const JsonTape& tape, size_t node) const override {
    if (tape[node].kind != JsonKind::kObject) return fitOfOther(tape[node]);
    size_t expected = 0;
    for (size_t name = node + 1; name < tape[node].next; name = tape[name + 1].next) {
      const size_t field = fieldNamed(tape[name].text, expected);
      if (field == members_.size()) continue;
      if (fields_[field]->fitOf(tape, name + 1) != JsonFit::kWhole) return JsonFit::kPartly;
      expected = field + 1;
    }
    return JsonFit::kWhole;
  }

  JsonFit append(const JsonTape& tape, size_t node) override {
    if (tape[node].kind != JsonKind::kObject) {
      appendNull();
      return fitOfOther(tape[node]);
    }
    need(builder_.Append());
    std::fill(members_.begin(), members_.end(), 0);
    size_t expected = 0;
    bool whole = true;
    for (size_t name = node + 1; name < tape[node].next; name = tape[name + 1].next) {
      const size_t field = fieldNamed(tape[name].text, expected);
      if (field == members_.size()) continue;
      if (members_[field] != 0) whole = takeAgain(tape, field, name + 1) && whole;
      if (members_[field] == 0) members_[field] = name + 1;
      expected = field + 1;
    }
    for (size_t i = 0; i < fields_.size(); ++i) {
      if (members_[i] == 0) {
        fields_[i]->appendNull();
      } else {
        whole = fields_[i]->append(tape, members_[i]) == JsonFit::kWhole && whole;
      }
    }
    return whole ? JsonFit::kWhole : JsonFit::kPartly;
  }
  void appendNull() override { need(builder_.AppendNull()); }

 private:
  // Records mostly have their fields in one order, so the next one is guessed before it is looked up.
  size_t fieldNamed(std::string_view name, size_t expected) const {
    if (expected < names_.size() && names_[expected] == name) return expected;
    const auto found = positions_.find(name);
    return found == positions_.end() ? names_.size() : found->second;
  }

  // A name that came before: the last value that fits counts. False if either does not fit whole.
  bool takeAgain(const JsonTape& tape, size_t field, size_t node) {
    const JsonFit before = fields_[field]->fitOf(tape, members_[field]);
    const JsonFit now = fields_[field]->fitOf(tape, node);
    if (now != JsonFit::kNot) members_[field] = node;
    return before == JsonFit::kWhole && now == JsonFit::kWhole;
  }

  arrow::StructBuilder& builder_;
  std::vector<std::unique_ptr<JsonColumn>> fields_;
  std::vector<std::string> names_;
  std::map<std::string, size_t, std::less<>> positions_;
  std::vector<size_t> members_;  // node of each field's value, or 0
};

}  // namespace

std::unique_ptr<JsonColumn> makeJsonColumn(const arrow::DataType& type, arrow::ArrayBuilder& builder,
                                           const JsonValueFormats& formats) {
  switch (type.id()) {
    case arrow::Type::LIST:
      return std::make_unique<ListColumn>(static_cast<const arrow::ListType&>(type), builder, formats);
    case arrow::Type::MAP:
      return std::make_unique<MapColumn>(static_cast<const arrow::MapType&>(type), builder, formats);
    case arrow::Type::STRUCT:
      return std::make_unique<StructColumn>(static_cast<const arrow::StructType&>(type), builder, formats);
    default: return makeJsonLeafColumn(type, builder, formats);
  }
}

}  // namespace ferro
