#include "ferro/engine/exec/group_table.h"

#include <numeric>
#include <string>
#include <utility>

#include "ferro/engine/exec/columns.h"

namespace ferro {
namespace {

std::vector<ArrayPointer> columnsAt(const arrow::RecordBatch& batch, const std::vector<int>& positions) {
  std::vector<ArrayPointer> columns;
  for (int position : positions) columns.push_back(batch.column_data(position));
  return columns;
}

std::vector<TypePointer> typesAt(const arrow::Schema& schema, const std::vector<int>& positions) {
  std::vector<TypePointer> types;
  for (int position : positions) types.push_back(schema.field(position)->type());
  return types;
}

}  // namespace

std::shared_ptr<arrow::Schema> partialSchema(const AggregatePlan& plan, const arrow::Schema& input) {
  arrow::FieldVector fields;
  for (int key : plan.keys) fields.push_back(input.field(key));
  for (const AggregateSpec& spec : plan.aggregates) {
    const AggregateSignature signature = resolveAggregate(spec, typesAt(input, spec.columns));
    for (const auto& type : signature.partialTypes) {
      fields.push_back(arrow::field("partial_" + std::to_string(fields.size()), type));
    }
  }
  return arrow::schema(std::move(fields));
}

std::shared_ptr<arrow::Schema> resultSchema(const AggregatePlan& plan, const arrow::Schema& input) {
  arrow::FieldVector fields;
  for (int key : plan.keys) fields.push_back(input.field(key));
  for (const AggregateSpec& spec : plan.aggregates) {
    const AggregateSignature signature = resolveAggregate(spec, typesAt(input, spec.columns));
    fields.push_back(arrow::field(spec.function, signature.type, signature.nullable));
  }
  return arrow::schema(std::move(fields));
}

AggregateLayout::AggregateLayout(const AggregatePlan& aggregatePlan, const arrow::Schema& input)
    : plan(aggregatePlan), keyTypes(typesAt(input, plan.keys)), partials(partialSchema(plan, input)) {
  auto position = static_cast<int>(plan.keys.size());
  for (const AggregateSpec& spec : plan.aggregates) {
    argumentTypes.push_back(typesAt(input, spec.columns));
    firstPartial.push_back(position);
    position += static_cast<int>(resolveAggregate(spec, argumentTypes.back()).partialTypes.size());
  }
  firstPartial.push_back(position);
}

std::vector<AggregateStatePtr> AggregateLayout::makeStates() const {
  std::vector<AggregateStatePtr> states;
  for (size_t i = 0; i < plan.aggregates.size(); ++i) {
    states.push_back(makeAggregateState(plan.aggregates[i], argumentTypes[i]));
  }
  return states;
}

std::vector<ArrayPointer> AggregateLayout::partialColumns(const arrow::RecordBatch& batch, size_t aggregate) const {
  std::vector<ArrayPointer> columns;
  for (int i = firstPartial[aggregate]; i < firstPartial[aggregate + 1]; ++i) columns.push_back(batch.column_data(i));
  return columns;
}

GroupTable::GroupTable(const AggregateLayout& layout)
    : layout_(layout), keys_(layout.keyTypes), states_(layout.makeStates()) {}

void GroupTable::findGroups(std::span<const ArrayPointer> keys, int64_t rows) {
  groups_.resize(static_cast<size_t>(rows));
  keys_.insert(keys, groups_);
  for (auto& state : states_) state->resize(keys_.size());
}

void GroupTable::addRows(const arrow::RecordBatch& batch) {
  findGroups(columnsAt(batch, layout_.plan.keys), batch.num_rows());
  for (size_t i = 0; i < states_.size(); ++i) {
    states_[i]->update(columnsAt(batch, layout_.plan.aggregates[i].columns), groups_);
  }
}

void GroupTable::addPartials(const arrow::RecordBatch& partials) {
  std::vector<ArrayPointer> keys;
  for (size_t i = 0; i < layout_.plan.keys.size(); ++i) keys.push_back(partials.column_data(static_cast<int>(i)));
  findGroups(keys, partials.num_rows());
  for (size_t i = 0; i < states_.size(); ++i) states_[i]->merge(layout_.partialColumns(partials, i), groups_);
}

void GroupTable::addSoleGroup() {
  groups_.resize(1);
  keys_.insert({}, groups_);
  for (auto& state : states_) state->resize(1);
}

std::shared_ptr<arrow::RecordBatch> GroupTable::partials(uint32_t first, uint32_t count,
                                                         arrow::MemoryPool* pool) const {
  std::vector<ArrayPointer> columns = keys_.keys(first, count, pool);
  for (const auto& state : states_) {
    for (auto& column : state->partial(first, count, pool)) columns.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(layout_.partials, count, std::move(columns));
}

std::shared_ptr<arrow::RecordBatch> GroupTable::results(uint32_t first, uint32_t count,
                                                        const std::shared_ptr<arrow::Schema>& schema,
                                                        arrow::MemoryPool* pool) const {
  std::vector<ArrayPointer> columns = keys_.keys(first, count, pool);
  for (const auto& state : states_) columns.push_back(state->result(first, count, pool));
  return arrow::RecordBatch::Make(schema, count, std::move(columns));
}

int64_t GroupTable::bytes() const {
  int64_t bytes = keys_.bytes();
  for (const auto& state : states_) bytes += state->bytes();
  return bytes;
}

void GroupTable::clear() {
  keys_.clear();
  states_ = layout_.makeStates();
}

std::shared_ptr<arrow::RecordBatch> rowsAsPartials(const AggregateLayout& layout, const arrow::RecordBatch& batch,
                                                   arrow::MemoryPool* pool) {
  const auto rows = static_cast<uint32_t>(batch.num_rows());
  std::vector<uint32_t> groups(rows);
  std::iota(groups.begin(), groups.end(), 0U);
  std::vector<ArrayPointer> columns = columnsAt(batch, layout.plan.keys);
  const auto states = layout.makeStates();
  for (size_t i = 0; i < states.size(); ++i) {
    states[i]->resize(rows);
    states[i]->update(columnsAt(batch, layout.plan.aggregates[i].columns), groups);
    for (auto& column : states[i]->partial(0, rows, pool)) columns.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(layout.partials, rows, std::move(columns));
}

}  // namespace ferro
