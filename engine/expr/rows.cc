#include "ferro/engine/expr/rows.h"

#include <mutex>

#include <arrow/array/util.h>
#include <arrow/compute/api.h>
#include <arrow/compute/initialize.h>
#include <arrow/util/bitmap_ops.h>

namespace ferro {

namespace {

// Arrow's kernels are a library of their own that has to be told to register them.
void initializeKernels() {
  static std::once_flag once;
  std::call_once(once, [] { check(arrow::compute::Initialize(), "Arrow's compute kernels"); });
}

}  // namespace

arrow::MemoryPool* poolOf(const EvalContext& context) {
  return context.exec == nullptr ? arrow::default_memory_pool() : context.exec->memory_pool();
}

arrow::compute::ExecContext* execOf(const EvalContext& context) {
  initializeKernels();
  return context.exec == nullptr ? arrow::compute::default_exec_context() : context.exec;
}

arrow::Datum callArrow(const std::string& kernel, const Arguments& arguments, const EvalContext& context,
                       const arrow::compute::FunctionOptions* options) {
  return valueOf(arrow::compute::CallFunction(kernel, arguments, options, execOf(context)), kernel);
}

std::shared_ptr<arrow::Array> arrayOf(const arrow::Datum& argument, const EvalContext& context) {
  if (argument.is_scalar()) {
    return valueOf(arrow::MakeArrayFromScalar(*argument.scalar(), 1, poolOf(context)), "a constant");
  }
  std::shared_ptr<arrow::Array> array = argument.make_array();
  if (array->type_id() != arrow::Type::DICTIONARY) return array;
  const auto& dictionary = static_cast<const arrow::DictionaryArray&>(*array);
  return callArrow("take", {dictionary.dictionary(), dictionary.indices()}, context).make_array();
}

std::shared_ptr<arrow::Array> spread(const arrow::Datum& argument, int64_t length, const EvalContext& context) {
  if (!argument.is_scalar()) return arrayOf(argument, context);
  return valueOf(arrow::MakeArrayFromScalar(*argument.scalar(), length, poolOf(context)), "a constant column");
}

std::shared_ptr<arrow::Buffer> jointValidity(const Arguments& arguments, int64_t length, const EvalContext& context) {
  std::shared_ptr<arrow::Buffer> joint;
  for (const arrow::Datum& argument : arguments) {
    if (argument.is_scalar() || argument.null_count() == 0) continue;
    const arrow::ArrayData& data = *argument.array();
    if (joint == nullptr && data.offset == 0) {
      joint = data.buffers[0];
    } else {
      joint =
          valueOf(arrow::internal::OptionalBitmapAnd(poolOf(context), joint, 0, data.buffers[0], data.offset, length),
                  "a validity bitmap");
    }
  }
  return joint;
}

}  // namespace ferro
