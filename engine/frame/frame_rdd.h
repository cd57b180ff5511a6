// Between DataFrames and Rdds: rows of a table as structs, and structs as rows of a table. Included by ferro.h; the
// types are the program's, so this is templates.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ferro/common/columns.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/frame/dataframe.h"
#include "ferro/engine/frame/rows_table.h"
#include "ferro/engine/rdd.h"
#include "ferro/engine/session.h"

namespace ferro {

namespace detail {

// The columns that have the names of the fields, in any letter case, or else all columns in their order, cast to the
// types of `schema`. Error kInvalidArgument when it is neither.
DataFrame castForRows(const DataFrame& frame, const arrow::Schema& schema, const std::vector<std::string>& names);
// What computes it.
BatchNodePtr nodeOf(const DataFrame& frame);
std::shared_ptr<arrow::RecordBatch> withoutDictionaries(const std::shared_ptr<arrow::RecordBatch>& batch);
// Error kInvalidArgument that names the column when a null stands where rows can have none.
void requireNoNulls(const arrow::RecordBatch& batch, const arrow::Schema& schema);

// The rows of a DataFrame's partition, one by one.
template <class T>
class RowsOfBatches final : public Iterator<T> {
 public:
  explicit RowsOfBatches(BatchIteratorPtr batches) : batches_(std::move(batches)) {}

  const T* next() override {
    while (row_ == reader_.rows()) {
      auto batch = batches_->next();
      if (batch == nullptr) return nullptr;
      batch = withoutDictionaries(batch);
      requireNoNulls(*batch, *schemaOf<T>());
      reader_ = RowReader<T>(std::move(batch));
      row_ = 0;
    }
    reader_.read(row_++, slot_);
    return &slot_;
  }

 private:
  BatchIteratorPtr batches_;
  RowReader<T> reader_;
  int64_t row_ = 0;
  T slot_{};
};

template <class T>
class RowsNode final : public NodeWith<RowsNode<T>, T> {
 public:
  using RowsNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    return makeAs<UntypedIterator, RowsOfBatches<T>>(takeBatches(inputs, 0));
  }
};

// The batch with the columns of the schema, which may be other types for the same values.
std::shared_ptr<arrow::RecordBatch> asColumns(const std::shared_ptr<arrow::RecordBatch>& batch,
                                              const std::shared_ptr<arrow::Schema>& schema);
// The columns of rows under these names, where there are any, and with Spark's types.
std::shared_ptr<arrow::Schema> frameSchema(const arrow::Schema& rows, const std::vector<std::string>& names);
arrow::MemoryPool* batchPool(TaskContext& context);
DataFrame frameOfRows(const SessionPtr& session, const BatchNodePtr& node);

// The rows of an Rdd's partition in batches.
template <class T>
class BatchesOfRows final : public BatchIterator {
 public:
  BatchesOfRows(TaskContext& context, IteratorPtr<T> rows, std::shared_ptr<arrow::Schema> schema)
      : rows_(std::move(rows)), schema_(std::move(schema)), writer_(batchPool(context)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (!ended_ && writer_.rows() < kBatchRows) {
      const T* row = rows_->next();
      ended_ = row == nullptr;
      if (!ended_) writer_.append(*row);
    }
    return writer_.rows() == 0 ? nullptr : asColumns(writer_.finish(), schema_);
  }

 private:
  IteratorPtr<T> rows_;
  std::shared_ptr<arrow::Schema> schema_;
  RowWriter<T> writer_;
  bool ended_ = false;
};

template <class T>
class BatchesNode final : public BatchNodeWith<BatchesNode<T>> {
 public:
  using BatchesNode::BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int, PartitionInputs& inputs) const override {
    return makeAs<UntypedIterator, BatchesOfRows<T>>(context, inputs.takeAs<T>(0), this->schema());
  }
};

template <class T>
DataFrame frameOfRdd(const Rdd<T>& rdd, const std::vector<std::string>& names) {
  auto schema = frameSchema(*schemaOf<T>(), names.empty() ? namesOfFields<T>() : names);
  NodeInfo info{newNodeId(*rdd.session()), "toDF", rdd.numPartitions(), nullptr};
  return frameOfRows(rdd.session(), shareBatchNode(makeAs<const BatchNode, BatchesNode<T>>(
                                        std::move(info), onParent(rdd.node()), std::move(schema), std::tuple<>())));
}

}  // namespace detail

template <class T>
template <class... Names>
DataFrame Rdd<T>::toDF(const Names&... names) const {
  return detail::frameOfRdd(*this, {std::string(names)...});
}

template <class T>
DataFrame Rdd<T>::toDF(const std::vector<std::string>& names) const {
  return detail::frameOfRdd(*this, names);
}

template <class T>
DataFrame Session::createDataFrame(const Rdd<T>& rows, const std::vector<std::string>& names) const {
  return detail::frameOfRdd(rows, names);
}

template <class T>
Rdd<T> DataFrame::as() const {
  static_assert(Element<T>,
                "ferro: as<T>() needs a type that an Rdd can hold: plain structs, pairs and tuples of numbers, "
                "strings, optionals and vectors");
  const DataFrame fitting = detail::castForRows(*this, *schemaOf<T>(), detail::namesOfFields<T>());
  const BatchNodePtr node = detail::nodeOf(fitting);
  NodeInfo info{0, "as", node->numPartitions(), nullptr};
  return detail::makeRdd<detail::RowsNode<T>>(session_, std::move(info), detail::onParent(node));
}

template <class T>
DataFrame Session::createDataFrame(const std::vector<T>& rows, const std::vector<std::string>& names) const {
  return createDataFrame(detail::tableOfRows(rows, names));
}

}  // namespace ferro
