#include "ferro/engine/io/csv/row_tokenizer.h"

#include <algorithm>

#include "ferro/engine/io/csv/indexed_line.h"
#include "ferro/engine/io/csv/text_class.h"

namespace ferro {
namespace {

// Fields that are kept at a time: a block of short records in a table of many columns is cut in several goes.
constexpr size_t kMaxFieldsAtOnce = size_t{4} << 20;

bool isBlank(std::string_view line) {
  return std::all_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) <= ' '; });
}

bool canCutInBulk(const CsvOptions& options) {
  return !options.multiLine && options.separator.size() == 1 && options.lineSeparator.empty() &&
         !options.ignoreLeadingWhiteSpace && !options.ignoreTrailingWhiteSpace && options.maxCharsPerColumn < 0;
}

}  // namespace

RowTokenizer::RowTokenizer(const CsvOptions& options, size_t numColumns, std::vector<int> wanted)
    : options_(options),
      numColumns_(numColumns),
      wanted_(std::move(wanted)),
      inBulk_(canCutInBulk(options)),
      line_(numColumns),
      records_(options) {
  if (options.multiLine) {
    records_.setRecordEnd(options.lineSeparator.empty() ? RecordEnd::kLineFeed : RecordEnd::kCustom);
  }
}

void RowTokenizer::start(const CsvBlock& block) {
  block_ = block;
  position_ = 0;
  nextFeed_ = 0;
  needsMore_ = false;
  records_.start(block);
  if (block.isFirst) detectRecordEnd();
}

bool RowTokenizer::takeFirst(const CsvBlock& block) {
  start(block);
  const bool found = takeRecord();
  used_ = position_;
  return found;
}

std::vector<std::string> RowTokenizer::firstFields() const {
  std::vector<std::string> texts;
  for (const CsvField& field : records_.fields()) {
    texts.emplace_back(field.isNull() ? std::string_view() : field.text(block_.text));
  }
  return texts;
}

std::string_view RowTokenizer::firstRecord() const {
  return {block_.text + recordBegin_, records_.recordEnd() - recordBegin_};
}

void RowTokenizer::tokenize(const CsvBlock& block, CsvFields& fields) {
  start(block);
  if (inBulk_) {
    tokenizeInBulk(fields);
  } else {
    isAscii_ = isAsciiText(block.view());
    tokenizeCarefully(fields);
  }
  isAscii_ = isAscii_ && isAsciiText(options_.emptyValue);
}

void RowTokenizer::tokenizeInBulk(CsvFields& fields) {
  const char separator = options_.separator[0];
  scanStructure(block_.text, block_.size, {separator, options_.quote == '\0' ? separator : options_.quote}, index_);
  isAscii_ = index_.isAscii;
  if (index_.hasLoneCarriageReturn) return tokenizeCarefully(fields);
  hasEscape_ = index_.hasQuote && block_.view().find(options_.escape) != std::string_view::npos;
  const uint32_t* positions = index_.positions();
  if (allLinesArePlain()) {
    fields.setIndexed(positions, numColumns_, index_.lineEnds.size(), wanted_);
    used_ = block_.size;
    return;
  }
  const size_t room = roomFor(index_.lineEnds.size() + 1);
  fields.reset(wanted_.size(), room);
  size_t first = 0;
  uint32_t begin = 0;
  for (const uint32_t last : index_.lineEnds) {
    if (fields.numRecords() == room) break;
    uint32_t end = positions[last];
    if (index_.hasCarriageReturn && end > begin && block_.text[end - 1] == '\r') --end;
    if (isPlain(begin, first, last)) {
      if (!isLeftOut(begin, end)) addPlain(positions + first, begin, end, fields);
    } else if (!isLeftOut(begin, end) && !addQuoted(positions + first, begin, end, fields)) {
      addLine(begin, end, fields);
    }
    first = last + size_t{1};
    begin = positions[last] + 1;
  }
  if (first == (index_.lineEnds.empty() ? 0 : index_.lineEnds.back() + size_t{1}) && begin < block_.size &&
      fields.numRecords() < room) {
    addLine(begin, block_.size, fields);
    begin = block_.size;
  }
  used_ = begin;
  if (!options_.nullValue.empty()) markNulls(fields);
}

void RowTokenizer::tokenizeCarefully(CsvFields& fields) {
  const size_t room = roomFor(numLineEnds() + 1);
  fields.reset(wanted_.size(), room);
  while (fields.numRecords() < room && takeRecord()) {
    if (!isLeftOut(recordBegin_, records_.recordEnd())) addTokenized(fields);
  }
  used_ = position_;
}

size_t RowTokenizer::roomFor(size_t records) const {
  return std::min(records, std::max<size_t>(kMaxFieldsAtOnce / std::max<size_t>(wanted_.size(), 1), 1));
}

// Whether the fields of all lines are exactly what the index says, and all of them are wanted.
bool RowTokenizer::allLinesArePlain() const {
  const std::vector<uint32_t>& lineEnds = index_.lineEnds;
  const uint32_t* positions = index_.positions();
  if (index_.hasQuote || index_.hasCarriageReturn || !options_.nullValue.empty() || lineEnds.empty() ||
      index_.numPositions != lineEnds.size() * numColumns_ || positions[index_.numPositions - 1] + 1 != block_.size) {
    return false;
  }
  uint32_t begin = 0;
  size_t expected = numColumns_ - 1;
  for (const uint32_t last : lineEnds) {
    const char start = block_.text[begin];
    const uint32_t end = positions[last];
    const bool plain = last == expected && static_cast<unsigned char>(start) > ' ' &&
                       (options_.comment == '\0' || start != options_.comment) && !isLeftOut(begin, end);
    if (!plain) return false;
    begin = end + 1;
    expected += numColumns_;
  }
  return true;
}

// Whether nothing but separators and a line end is found in the line, and the right number of them.
bool RowTokenizer::isPlain(uint32_t begin, size_t first, size_t last) const {
  const char start = block_.text[begin];
  if (last - first + 1 != numColumns_ || static_cast<unsigned char>(start) <= ' ') return false;
  if (options_.comment != '\0' && start == options_.comment) return false;
  if (!index_.hasQuote) return true;
  const uint32_t* positions = index_.positions();
  return std::all_of(positions + first, positions + last,
                     [&](uint32_t position) { return block_.text[position] == options_.separator[0]; });
}

void RowTokenizer::addPlain(const uint32_t* ends, uint32_t begin, uint32_t end, CsvFields& fields) {
  const size_t row = fields.numRecords();
  const auto lastColumn = static_cast<int>(numColumns_) - 1;
  CsvField* to = fields.addedColumn(0) + row;
  for (const int column : wanted_) {
    *to = CsvField::between(ends[column - 1], column == lastColumn ? end : ends[column]);
    to += fields.stride();
  }
  fields.add({begin, end - begin, false});
}

bool RowTokenizer::addQuoted(const uint32_t* structure, uint32_t begin, uint32_t end, CsvFields& fields) {
  const auto start = static_cast<unsigned char>(block_.text[begin]);
  if (!index_.hasQuote || start <= ' ' || (options_.comment != '\0' && block_.text[begin] == options_.comment)) {
    return false;
  }
  const CsvField empty = records_.emptyField();
  const char escape = hasEscape_ ? options_.escape : '\0';
  const IndexedLine line{block_.text, begin, end, structure, options_.separator[0], options_.quote, escape, empty};
  if (!cutIndexedLine(line, numColumns_, line_.data())) return false;
  CsvField* to = fields.addedColumn(0) + fields.numRecords();
  for (const int wanted : wanted_) {
    *to = line_[static_cast<size_t>(wanted)];
    to += fields.stride();
  }
  fields.add({begin, end - begin, false});
  return true;
}

void RowTokenizer::addLine(uint32_t begin, uint32_t end, CsvFields& fields) {
  if (isSkipped(begin, end) || isLeftOut(begin, end)) return;
  recordBegin_ = begin;
  records_.tokenize(begin, end);
  addTokenized(fields);
}

void RowTokenizer::addTokenized(CsvFields& fields) {
  const std::vector<CsvField>& found = records_.fields();
  CsvField* to = fields.addedColumn(0) + fields.numRecords();
  for (const int wanted : wanted_) {
    const auto column = static_cast<size_t>(wanted);
    *to = column < found.size() ? found[column] : CsvField{0, CsvField::kNull};
    to += fields.stride();
  }
  fields.add(
      {recordBegin_, records_.recordEnd() - recordBegin_, records_.isMalformed() || found.size() != numColumns_});
}

void RowTokenizer::markNulls(CsvFields& fields) const {
  for (size_t slot = 0; slot < wanted_.size(); ++slot) {
    CsvField* column = fields.addedColumn(slot);
    for (size_t row = 0; row < fields.numRecords(); ++row) {
      if (column[row].length == options_.nullValue.size() && column[row].text(block_.text) == options_.nullValue) {
        column[row].length = CsvField::kNull;
      }
    }
  }
}

bool RowTokenizer::isSkipped(uint32_t begin, uint32_t end) const {
  const std::string_view line(block_.text + begin, end - begin);
  return isBlank(line) || (options_.comment != '\0' && line[0] == options_.comment);
}

bool RowTokenizer::isLeftOut(uint32_t begin, uint32_t end) const {
  return !leftOut_.empty() && leftOut_ == std::string_view(block_.text + begin, end - begin);
}

bool RowTokenizer::takeLine() {
  while (position_ < block_.size) {
    uint32_t next = 0;
    const uint32_t begin = position_;
    const uint32_t end = lineEndFrom(begin, next);
    position_ = next;
    if (isSkipped(begin, end)) continue;
    recordBegin_ = begin;
    records_.tokenize(begin, end);
    return true;
  }
  return false;
}

uint32_t RowTokenizer::lineEndFrom(uint32_t begin, uint32_t& next) {
  const std::string_view text = block_.view();
  if (!options_.lineSeparator.empty()) {
    const size_t found = std::min(text.find(options_.lineSeparator, begin), text.size());
    next = static_cast<uint32_t>(std::min(found + options_.lineSeparator.size(), text.size()));
    return static_cast<uint32_t>(found);
  }
  if (nextFeed_ < begin || nextFeed_ == 0) nextFeed_ = std::min(text.find('\n', begin), text.size());
  const size_t found = std::min(text.substr(0, nextFeed_).find('\r', begin), nextFeed_);
  const bool two = found + 1 == nextFeed_ && nextFeed_ < text.size();
  next = static_cast<uint32_t>(std::min(found + (two ? 2 : 1), text.size()));
  return static_cast<uint32_t>(found);
}

bool RowTokenizer::takeMultiLineRecord() {
  while (skipBlankAndComments()) {
    recordBegin_ = position_;
    records_.tokenize(position_, block_.size);
    if (!block_.isLast && records_.nextRecord() + records_.lookahead() > block_.size) break;
    position_ = records_.nextRecord();
    const bool blank = options_.ignoreLeadingWhiteSpace && records_.fields().size() == 1 &&
                       isBlank({block_.text + recordBegin_, records_.recordEnd() - recordBegin_});
    if (!blank) return true;
  }
  needsMore_ = !block_.isLast;
  return false;
}

// False at the end of the block, or when a comment reaches it.
bool RowTokenizer::skipBlankAndComments() {
  while (position_ < block_.size) {
    records_.setLimit(block_.size);
    if (const uint32_t lineEnd = records_.lineEndAt(position_)) {
      position_ += lineEnd;
      continue;
    }
    if (options_.comment == '\0' || block_.text[position_] != options_.comment) return true;
    uint32_t end = position_;
    while (end < block_.size && records_.lineEndAt(end) == 0) ++end;
    if (end == block_.size && !block_.isLast) return false;
    position_ = end;
  }
  return false;
}

// The first line end of a file tells what its others are.
void RowTokenizer::detectRecordEnd() {
  if (!options_.multiLine || !options_.lineSeparator.empty()) return;
  const std::string_view text = block_.view();
  const size_t found = text.find_first_of("\r\n");
  if (found == std::string_view::npos || text[found] == '\n') return;
  const bool two = found + 1 < text.size() && text[found + 1] == '\n';
  records_.setRecordEnd(two ? RecordEnd::kReturnAndFeed : RecordEnd::kReturn);
}

size_t RowTokenizer::numLineEnds() const {
  const std::string_view text = block_.view();
  const char last = options_.lineSeparator.empty() ? '\n' : options_.lineSeparator.back();
  const auto returns = options_.lineSeparator.empty() ? std::count(text.begin(), text.end(), '\r') : 0;
  return static_cast<size_t>(std::count(text.begin(), text.end(), last) + returns);
}

}  // namespace ferro
