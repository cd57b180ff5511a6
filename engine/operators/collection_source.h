// parallelize: the driver's own rows, in equal slices. In the driver's process they are shared, not copied.
#pragma once

#include "ferro/engine/typed_node.h"

namespace ferro {

template <class T>
struct SharedRows {
  std::shared_ptr<const std::vector<T>> rows;
};

template <class T>
struct Codec<SharedRows<T>> {
  static void encode(Encoder& encoder, const SharedRows<T>& shared) { encoder.write(*shared.rows); }
  static SharedRows<T> decode(Decoder& decoder) {
    return {std::make_shared<const std::vector<T>>(decoder.template read<std::vector<T>>())};
  }
};

template <class T>
class CollectionSource final : public NodeWith<CollectionSource<T>, T, SharedRows<T>> {
 public:
  using CollectionSource::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs&) const override {
    const auto& rows = *this->template argument<0>().rows;
    auto slices = static_cast<size_t>(this->numPartitions());
    auto slice = static_cast<size_t>(partition);
    return makeAs<UntypedIterator, SliceRows>(context, rows, slice * rows.size() / slices,
                                              (slice + 1) * rows.size() / slices);
  }

 private:
  class SliceRows final : public Iterator<T> {
   public:
    SliceRows(const TaskContext& context, const std::vector<T>& rows, size_t begin, size_t end)
        : context_(context), rows_(rows), position_(begin), end_(end) {}

    const T* next() override {
      context_.throwIfCancelled();
      if (position_ == end_) return nullptr;
      if constexpr (std::is_same_v<T, bool>) {
        slot_ = rows_[position_++];
        return &slot_;
      } else {
        return &rows_[position_++];
      }
    }

   private:
    const TaskContext& context_;
    const std::vector<T>& rows_;
    size_t position_;
    size_t end_;
    [[no_unique_address]] std::conditional_t<std::is_same_v<T, bool>, bool, std::tuple<>> slot_{};
  };
};

}  // namespace ferro
