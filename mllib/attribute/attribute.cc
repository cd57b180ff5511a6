#include "ferro/mllib/attribute/attribute.h"

#include <array>
#include <string_view>
#include <utility>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/types/column_metadata.h"

namespace ferro::ml {
namespace {

constexpr std::array<std::string_view, 3> kKindNames = {"numeric", "nominal", "binary"};

std::optional<JsonValue> attributesOf(const arrow::Field& field) {
  const auto text = columnMetadata(field);
  if (!text) return {};
  const JsonValue metadata = JsonValue::parse(*text, "the metadata of column `" + field.name() + "`");
  const JsonValue* found = metadata.find("ml_attr");
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::optional<AttributeKind> kindOf(std::string_view name) {
  for (size_t i = 0; i < kKindNames.size(); ++i) {
    if (kKindNames[i] == name) return static_cast<AttributeKind>(i);
  }
  return {};
}

FeatureAttribute attributeOf(AttributeKind kind, const JsonValue& json) {
  FeatureAttribute attribute{kind};
  if (const JsonValue* name = json.find("name"); name != nullptr && name->asText() != nullptr) {
    attribute.name = *name->asText();
  }
  if (const JsonValue* values = json.find("vals"); values != nullptr && values->asArray() != nullptr) {
    for (const JsonValue& value : *values->asArray()) {
      attribute.values.push_back(value.asText() != nullptr ? *value.asText() : "");
    }
  }
  if (const JsonValue* count = json.find("num_vals"); count != nullptr && count->asInteger() != nullptr) {
    attribute.numValues = static_cast<int32_t>(*count->asInteger());
  }
  return attribute;
}

JsonValue jsonOf(const FeatureAttribute& attribute, std::optional<int32_t> index) {
  JsonValue json{JsonValue::Object()};
  if (!attribute.values.empty()) {
    JsonValue values{JsonValue::Array()};
    for (const std::string& value : attribute.values) values.append(value);
    json.add("vals", std::move(values));
  }
  if (attribute.numValues) json.add("num_vals", int64_t{*attribute.numValues});
  if (index) json.add("idx", int64_t{*index});
  if (!attribute.name.empty()) json.add("name", attribute.name);
  return json;
}

std::string wrapped(JsonValue attributes) {
  JsonValue metadata;
  metadata.add("ml_attr", std::move(attributes));
  return metadata.text();
}

void readGroup(const JsonValue& byKind, AttributeGroup& group) {
  std::vector<FeatureAttribute> attributes(static_cast<size_t>(*group.size));
  for (const std::string_view kind : kKindNames) {
    const JsonValue* list = byKind.find(kind);
    if (list == nullptr || list->asArray() == nullptr) continue;
    for (const JsonValue& json : *list->asArray()) {
      const JsonValue* index = json.find("idx");
      if (index == nullptr || index->asInteger() == nullptr) continue;
      const auto place = static_cast<size_t>(*index->asInteger());
      if (place < attributes.size()) attributes[place] = attributeOf(*kindOf(kind), json);
    }
  }
  group.attributes = std::move(attributes);
}

}  // namespace

std::optional<int32_t> FeatureAttribute::cardinality() const {
  if (!values.empty()) return static_cast<int32_t>(values.size());
  if (kind == AttributeKind::kBinary) return 2;
  return numValues;
}

AttributeGroup AttributeGroup::of(std::vector<FeatureAttribute> attributes) {
  const auto size = static_cast<int32_t>(attributes.size());
  return {size, std::move(attributes)};
}

std::optional<FeatureAttribute> featureAttributeOf(const arrow::Field& field) {
  const auto json = attributesOf(field);
  if (!json) return {};
  const JsonValue* type = json->find("type");
  const auto kind =
      type == nullptr || type->asText() == nullptr ? std::optional(AttributeKind::kNumeric) : kindOf(*type->asText());
  if (!kind || json->find("num_attrs") != nullptr) return {};
  return attributeOf(*kind, *json);
}

AttributeGroup attributeGroupOf(const arrow::Field& field) {
  AttributeGroup group;
  const auto json = attributesOf(field);
  if (!json) return group;
  const JsonValue* size = json->find("num_attrs");
  if (size == nullptr || size->asInteger() == nullptr || *size->asInteger() < 0) return group;
  group.size = static_cast<int32_t>(*size->asInteger());
  if (const JsonValue* byKind = json->find("attrs")) readGroup(*byKind, group);
  return group;
}

std::optional<int32_t> numClassesOf(const arrow::Field& label) {
  const auto attribute = featureAttributeOf(label);
  if (!attribute || attribute->kind == AttributeKind::kNumeric) return {};
  return attribute->cardinality();
}

std::string metadataOf(const FeatureAttribute& attribute) {
  JsonValue json = jsonOf(attribute, {});
  json.add("type", kKindNames[static_cast<size_t>(attribute.kind)]);
  return wrapped(std::move(json));
}

std::string metadataOf(const AttributeGroup& group) {
  JsonValue json;
  if (!group.attributes.empty()) {
    std::array<JsonValue, kKindNames.size()> lists;
    for (size_t i = 0; i < group.attributes.size(); ++i) {
      const FeatureAttribute& attribute = group.attributes[i];
      lists[static_cast<size_t>(attribute.kind)].append(jsonOf(attribute, static_cast<int32_t>(i)));
    }
    JsonValue byKind;
    for (size_t i = 0; i < lists.size(); ++i) {
      if (!lists[i].isNull()) byKind.add(std::string(kKindNames[i]), std::move(lists[i]));
    }
    json.add("attrs", std::move(byKind));
  }
  if (group.size) json.add("num_attrs", int64_t{*group.size});
  return wrapped(std::move(json));
}

}  // namespace ferro::ml
