// textFile and wholeTextFiles: sources whose rows are views into a task's own read buffer, valid until the next row.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/engine/io/text_splits.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

// The lines of text files. The argument has one split for each partition.
class TextSource final : public NodeWith<TextSource, std::string_view, std::vector<TextSplit>> {
 public:
  using TextSource::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override;
};

// Pairs of a file's path and all its text. The argument has the files of each partition.
class WholeTextSource final : public NodeWith<WholeTextSource, std::pair<std::string_view, std::string_view>,
                                              std::vector<std::vector<InputFile>>> {
 public:
  using WholeTextSource::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override;
};

}  // namespace ferro
