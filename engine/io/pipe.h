// pipe: the rows of a partition go through an external command, one line each, and the lines that it prints are the
// rows of the result. Belongs to one task; the command ends with it at the latest.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/engine/io/text_format.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

// The words of a command, cut at spaces and tabs as Spark does it: there is no shell and there are no quotes. Error
// kInvalidArgument when there is none.
std::vector<std::string> commandWords(std::string_view command);

// Where the command's input comes from.
class LineFeed {
 public:
  virtual ~LineFeed() = default;
  // Appends one line with its end; false when there is none left.
  virtual bool appendLine(std::string& input) = 0;
};

// Starts the command; its output is read as the iterator is. Error kNotFound when there is no such command,
// kUserFunction when it fails.
IteratorPtr<std::string_view> openPipe(TaskContext& context, const std::vector<std::string>& command,
                                       std::unique_ptr<LineFeed> feed);

// The argument holds the command's words.
template <class T>
class PipeNode final : public NodeWith<PipeNode<T>, std::string_view, std::vector<std::string>> {
 public:
  using PipeNode::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int, PartitionInputs& inputs) const override {
    return openPipe(context, this->template argument<0>(), std::make_unique<RowFeed>(inputs.takeAs<T>(0)));
  }

 private:
  class RowFeed final : public LineFeed {
   public:
    explicit RowFeed(IteratorPtr<T> rows) : rows_(std::move(rows)) {}

    bool appendLine(std::string& input) override {
      const T* row = rows_->next();
      if (row == nullptr) return false;
      appendText(input, *row);
      input.push_back('\n');
      return true;
    }

   private:
    IteratorPtr<T> rows_;
  };
};

}  // namespace ferro
