// Partitioners as arguments of operators: how they travel, a user's own function as one, and one for rows without a
// key.
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ferro/common/compare.h"
#include "ferro/common/error.h"
#include "ferro/common/make_as.h"
#include "ferro/engine/function.h"
#include "ferro/shuffle/partitioner.h"

namespace ferro {

template <class K>
struct Codec<HashPartitioner<K>> {
  static void encode(Encoder& encoder, const HashPartitioner<K>& value) { encoder.write(value.numPartitions()); }
  static HashPartitioner<K> decode(Decoder& decoder) { return HashPartitioner<K>(decoder.template read<int>()); }
};

template <class K>
struct Codec<RangePartitioner<K, ValueLess>> {
  static void encode(Encoder& encoder, const RangePartitioner<K, ValueLess>& value) {
    encoder.write(value.upperBounds());
    encoder.write(value.ascending());
  }
  static RangePartitioner<K, ValueLess> decode(Decoder& decoder) {
    auto bounds = decoder.template read<std::vector<K>>();
    bool ascending = decoder.template read<bool>();
    return RangePartitioner<K, ValueLess>(std::move(bounds), ascending);
  }
};

// function(key, arguments...) gives the partition's number.
template <class K, class F, class... Arguments>
class FunctionPartitioner final : public KeyPartitioner<K> {
 public:
  FunctionPartitioner(int numPartitions, std::tuple<Arguments...> arguments)
      : numPartitions_(numPartitions), arguments_(std::move(arguments)) {}

  int numPartitions() const override { return numPartitions_; }
  const std::tuple<Arguments...>& arguments() const { return arguments_; }

  int partitionOf(const K& key) const override {
    auto partition =
        static_cast<int64_t>(std::apply([&](const auto&... argument) { return F{}(key, argument...); }, arguments_));
    if (partition < 0 || partition >= numPartitions_) {
      throw Error(ErrorCode::kInvalidArgument, "a partitioner's function gave partition " + std::to_string(partition) +
                                                   ", but there are only 0 to " + std::to_string(numPartitions_ - 1));
    }
    return static_cast<int>(partition);
  }

  bool sameAs(const Partitioner& other) const override {
    const auto* same = dynamic_cast<const FunctionPartitioner*>(&other);
    return same != nullptr && same->numPartitions_ == numPartitions_ && equalValues(same->arguments_, arguments_);
  }

 private:
  int numPartitions_;
  std::tuple<Arguments...> arguments_;
};

template <class K, class F, class... Arguments>
struct Codec<FunctionPartitioner<K, F, Arguments...>> {
  using Value = FunctionPartitioner<K, F, Arguments...>;
  static void encode(Encoder& encoder, const Value& value) {
    encoder.write(value.numPartitions());
    detail::encodeArguments(encoder, value.arguments());
  }
  static Value decode(Decoder& decoder) {
    int numPartitions = decoder.template read<int>();
    return Value(numPartitions, detail::decodeArguments<Arguments...>(decoder));
  }
};

template <class P>
std::shared_ptr<const Partitioner> sharedCopy(const P& partitioner) {
  return sharePartitioner(makeAs<const Partitioner, P>(partitioner));
}

// For rows flowing through a stage, whose key may be a view.
template <class P, class Key>
int partitionOf(const P& partitioner, const Key& key) {
  if constexpr (requires { partitioner.partitionOfHash(uint64_t{}); }) {
    return partitioner.partitionOfHash(hashValue(key));
  } else {
    return partitioner.partitionOf(toStored(key));
  }
}

}  // namespace ferro
