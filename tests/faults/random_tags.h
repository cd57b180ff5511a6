// An operator that gives other rows each time it runs, and says so: each number under a random key.
#pragma once

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include <ferro/engine/typed_node.h>

#include "gate.h"

// The argument is the scratch directory of the gates.
class RandomTags final : public ferro::NodeWith<RandomTags, std::pair<int64_t, int64_t>, std::string> {
 public:
  using RandomTags::NodeWith::NodeWith;

  bool isDeterministic() const override { return false; }

  std::unique_ptr<ferro::UntypedIterator> open(ferro::TaskContext&, int,
                                               ferro::PartitionInputs& inputs) const override {
    gate::pass(argument<0>(), "tag");
    return std::make_unique<TaggedRows>(inputs.takeAs<int64_t>(0));
  }

 private:
  class TaggedRows final : public ferro::Iterator<Element> {
   public:
    explicit TaggedRows(ferro::IteratorPtr<int64_t> input) : input_(std::move(input)) {}

    const Element* next() override {
      const int64_t* row = input_->next();
      if (row == nullptr) return nullptr;
      slot_.emplace(static_cast<int64_t>(random_()), *row);
      return &*slot_;
    }

   private:
    ferro::IteratorPtr<int64_t> input_;
    std::random_device random_;
    std::optional<Element> slot_;
  };
};
