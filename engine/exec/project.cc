#include "ferro/engine/exec/project.h"

#include <utility>

#include <arrow/array/array_base.h>
#include <arrow/array/util.h>
#include <arrow/compute/exec.h>
#include <arrow/record_batch.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/expr/evaluator.h"
#include "ferro/engine/session_zone.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// Batches from an input, with what evaluators need of the task.
class EvaluatedBatches : public BatchIterator {
 public:
  EvaluatedBatches(TaskContext& context, BatchIteratorPtr rows, int partition)
      : context_(context),
        rows_(std::move(rows)),
        exec_(uncountedPool(context)),
        eval_{&exec_, partition, 0, sessionZone(context)} {}

  std::shared_ptr<arrow::RecordBatch> next() final {
    while (auto batch = rows_->next()) {
      context_.throwIfCancelled();
      auto result = evaluate(batch, eval_);
      eval_.rowsBefore += batch->num_rows();
      if (result != nullptr) return result;
    }
    return nullptr;
  }

 protected:
  // Null: no rows of this one.
  virtual std::shared_ptr<arrow::RecordBatch> evaluate(const std::shared_ptr<arrow::RecordBatch>& batch,
                                                       EvalContext& context) = 0;

 private:
  TaskContext& context_;
  BatchIteratorPtr rows_;
  arrow::compute::ExecContext exec_;
  EvalContext eval_;
};

class ProjectedBatches final : public EvaluatedBatches {
 public:
  ProjectedBatches(TaskContext& context, BatchIteratorPtr rows, int partition, const std::vector<ExprPtr>& expressions,
                   std::shared_ptr<arrow::Schema> schema)
      : EvaluatedBatches(context, std::move(rows), partition), schema_(std::move(schema)) {
    for (const ExprPtr& expression : expressions) evaluators_.push_back(compile(*expression));
  }

 protected:
  std::shared_ptr<arrow::RecordBatch> evaluate(const std::shared_ptr<arrow::RecordBatch>& batch,
                                               EvalContext& context) override {
    arrow::ArrayDataVector columns;
    for (const auto& evaluator : evaluators_) {
      const arrow::Datum value = evaluator->evaluate(*batch, context);
      if (value.is_array()) {
        columns.push_back(value.array());
      } else {
        auto spread = arrow::MakeArrayFromScalar(*value.scalar(), batch->num_rows(), context.exec->memory_pool());
        columns.push_back(valueOf(std::move(spread), "a column of one value")->data());
      }
    }
    return arrow::RecordBatch::Make(schema_, batch->num_rows(), std::move(columns));
  }

 private:
  std::shared_ptr<arrow::Schema> schema_;
  std::vector<std::unique_ptr<const Evaluator>> evaluators_;
};

class FilteredBatches final : public EvaluatedBatches {
 public:
  FilteredBatches(TaskContext& context, BatchIteratorPtr rows, int partition, const Expr& condition)
      : EvaluatedBatches(context, std::move(rows), partition), predicate_(compile(condition)) {}

 protected:
  std::shared_ptr<arrow::RecordBatch> evaluate(const std::shared_ptr<arrow::RecordBatch>& batch,
                                               EvalContext& context) override {
    return filterBatch(*predicate_, batch, context);
  }

 private:
  std::unique_ptr<const Evaluator> predicate_;
};

class ProjectNode final : public BatchNodeWith<ProjectNode, std::vector<ExprPtr>> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override {
    return std::make_unique<ProjectedBatches>(context, takeBatches(inputs, 0), partition, argument<0>(), schema());
  }
};

class FilterBatchNode final : public BatchNodeWith<FilterBatchNode, ExprPtr> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override {
    return std::make_unique<FilteredBatches>(context, takeBatches(inputs, 0), partition, *argument<0>());
  }
};

}  // namespace

BatchNodePtr projectBatches(const SessionPtr& session, const BatchNodePtr& rows, std::vector<ExprPtr> expressions,
                            std::shared_ptr<arrow::Schema> schema) {
  return detail::deriveBatchNode<ProjectNode>(session, "project", rows, std::move(schema), std::move(expressions));
}

BatchNodePtr filterBatches(const SessionPtr& session, const BatchNodePtr& rows, ExprPtr condition) {
  return detail::deriveBatchNode<FilterBatchNode>(session, "filter", rows, rows->schema(), std::move(condition));
}

}  // namespace ferro
