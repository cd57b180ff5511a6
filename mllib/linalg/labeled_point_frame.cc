#include <arrow/builder.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/plan/plan.h"
#include "ferro/engine/rdd.h"
#include "ferro/engine/task_resources.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/linalg/labeled_point.h"
#include "ferro/mllib/linalg/vector_column.h"
#include "ferro/scheduler/task_context.h"

namespace ferro::ml {
namespace {

// Vectors may be wide: a batch of them has fewer rows than others.
constexpr int64_t kRowsPerBatch = 4096;

class PointBatches final : public BatchIterator {
 public:
  PointBatches(TaskContext& context, IteratorPtr<LabeledPoint> points, std::shared_ptr<arrow::Schema> schema)
      : context_(context), points_(std::move(points)), schema_(std::move(schema)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    context_.throwIfCancelled();
    arrow::MemoryPool* pool = uncountedPool(context_);
    arrow::DoubleBuilder labels(pool);
    VectorColumnBuilder features(pool);
    while (points_ != nullptr && labels.length() < kRowsPerBatch) {
      const LabeledPoint* point = points_->next();
      if (point == nullptr) {
        points_.reset();
        break;
      }
      check(labels.Append(point->label), "labels of points");
      features.append(point->features);
    }
    const int64_t rows = labels.length();
    if (rows == 0) return nullptr;
    return arrow::RecordBatch::Make(schema_, rows, {valueOf(labels.Finish(), "labels of points"), features.finish()});
  }

 private:
  TaskContext& context_;
  IteratorPtr<LabeledPoint> points_;
  std::shared_ptr<arrow::Schema> schema_;
};

class PointsNode final : public BatchNodeWith<PointsNode> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int, PartitionInputs& inputs) const override {
    return std::make_unique<PointBatches>(context, inputs.takeAs<LabeledPoint>(0), schema());
  }
};

}  // namespace

DataFrame toDF(const Rdd<LabeledPoint>& points) {
  const Attributes output{{newAttributeId(), "label", arrow::float64(), false, {}},
                          {newAttributeId(), "features", vectorType(), true, {}}};
  const BatchNodePtr node = ferro::detail::makeBatchNode<PointsNode>(
      points.session(), "toDF", points.numPartitions(), LineageParents{{points.node()}, {}}, schemaOf(output));
  return {points.session(), std::make_shared<const CachedPlan>([node] { return node; }, output, "Scan ExistingRDD")};
}

}  // namespace ferro::ml
