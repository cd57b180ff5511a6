#include "ferro/engine/io/csv/csv_split_reader.h"

#include <utility>

#include "ferro/engine/io/csv/csv_header.h"

namespace ferro {

CsvSplitReader::CsvSplitReader(TaskContext& context, const CsvOptions& options, const CsvPartition& partition,
                               Columns columns)
    : context_(context),
      options_(options),
      partition_(partition),
      columns_(std::move(columns)),
      tokenizer_(options, columns_.names.size(), columns_.wanted),
      takesHeaders_(options.header) {}

void CsvSplitReader::leaveOut(std::string line) {
  takesHeaders_ = false;
  tokenizer_.leaveOut(std::move(line));
}

bool CsvSplitReader::next() {
  while (reader_ || openNext()) {
    while (nextBlock()) {
      tokenizer_.tokenize(block_, fields_);
      blockOpen_ = true;
      if (fields_.numRecords() > 0) {
        context_.metrics().inputRows += static_cast<int64_t>(fields_.numRecords());
        return true;
      }
    }
    context_.metrics().inputBytes += reader_->input().fileBytesRead();
    reader_.reset();
    ++position_;
  }
  return false;
}

bool CsvSplitReader::openNext() {
  if (position_ == partition_.size()) return false;
  const CsvSplit& split = partition_[position_];
  reader_ = std::make_unique<BlockReader>(context_, split, options_);
  blockOpen_ = false;
  headerTaken_ = !takesHeaders_ || split.offset > 0;
  return true;
}

bool CsvSplitReader::nextBlock() {
  if (std::exchange(blockOpen_, false)) reader_->consume(tokenizer_.used(), tokenizer_.needsMore());
  while (reader_->next(block_)) {
    if (headerTaken_) return true;
    headerTaken_ = tokenizer_.takeFirst(block_);
    if (headerTaken_ && !options_.enforceSchema) {
      checkHeader(tokenizer_.firstFields(), columns_.names, partition_[position_].path);
    }
    reader_->consume(tokenizer_.used(), tokenizer_.needsMore());
  }
  return false;
}

}  // namespace ferro
