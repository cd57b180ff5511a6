#include "ferro/engine/operators/range_source.h"

namespace ferro {
namespace {

// Sums wrap around where the number before the first or a product on the way has more than 64 bits; those that are
// given out have not.
int64_t wrappingSum(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

int64_t wrappingProduct(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

class Numbers final : public Iterator<int64_t> {
 public:
  Numbers(const TaskContext& context, int64_t first, int64_t step, int64_t count)
      : context_(context), value_(wrappingSum(first, wrappingProduct(step, -1))), step_(step), left_(count) {}

  const int64_t* next() override {
    if (left_ == 0) return nullptr;
    if ((--left_ & 1023) == 0) context_.throwIfCancelled();
    value_ = wrappingSum(value_, step_);
    return &value_;
  }

 private:
  const TaskContext& context_;
  int64_t value_;
  int64_t step_;
  int64_t left_;
};

}  // namespace

std::unique_ptr<UntypedIterator> RangeSource::open(TaskContext& context, int partition, PartitionInputs&) const {
  const auto& [start, step, count] = arguments();
  // In 128 bits, since the product of a count and a partition number may pass 64.
  __extension__ using Wide = __int128;
  auto boundary = [&, total = count](int slice) { return static_cast<int64_t>(Wide{slice} * total / numPartitions()); };
  int64_t first = boundary(partition);
  return std::make_unique<Numbers>(context, wrappingSum(start, wrappingProduct(first, step)), step,
                                   boundary(partition + 1) - first);
}

}  // namespace ferro
