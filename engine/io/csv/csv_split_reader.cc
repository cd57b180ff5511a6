#include "ferro/engine/io/csv/csv_split_reader.h"

#include <utility>

#include "ferro/engine/io/csv/csv_header.h"

namespace ferro {

CsvSplitReader::CsvSplitReader(TaskContext& context, const CsvOptions& options, const FileSplit& split, Columns columns)
    : context_(context),
      options_(options),
      split_(split),
      columns_(std::move(columns)),
      tokenizer_(options, columns_.names.size(), columns_.wanted),
      reader_(context, split, options),
      headerTaken_(!options.header || split.offset > 0) {}

void CsvSplitReader::leaveOut(std::string line) {
  headerTaken_ = true;
  tokenizer_.leaveOut(std::move(line));
}

bool CsvSplitReader::next() {
  while (nextBlock()) {
    tokenizer_.tokenize(block_, fields_);
    blockOpen_ = true;
    if (fields_.numRecords() > 0) return true;
  }
  return false;
}

bool CsvSplitReader::nextBlock() {
  if (std::exchange(blockOpen_, false)) reader_.consume(tokenizer_.used(), tokenizer_.needsMore());
  while (true) {
    const bool found = reader_.next(block_);
    const int64_t bytes = reader_.input().fileBytesRead();
    context_.metrics().inputBytes += bytes - std::exchange(bytesCounted_, bytes);
    if (!found || headerTaken_) return found;
    headerTaken_ = tokenizer_.takeFirst(block_);
    if (headerTaken_ && !options_.enforceSchema) {
      checkHeader(tokenizer_.firstFields(), columns_.names, split_.location);
    }
    reader_.consume(tokenizer_.used(), tokenizer_.needsMore());
  }
}

}  // namespace ferro
