#include "ferro/engine/io/csv/record_tokenizer.h"

#include <cstring>

namespace ferro {

void RecordTokenizer::start(const CsvBlock& block) {
  text_ = block.text;
  arenaEnd_ = block.arena;
  emptyValue_ = arenaEnd_;
  std::memcpy(text_ + arenaEnd_, options_.emptyValue.data(), options_.emptyValue.size());
  arenaEnd_ += static_cast<uint32_t>(options_.emptyValue.size());
}

void RecordTokenizer::tokenize(uint32_t begin, uint32_t limit) {
  fields_.clear();
  malformed_ = false;
  limit_ = limit;
  uint32_t position = begin;
  while (true) {
    position = takeField(position);
    if (position == limit_ || !separatorAt(position)) break;
    position += static_cast<uint32_t>(options_.separator.size());
  }
  end_ = position;
  next_ = position + lineEndAt(position);
}

uint32_t RecordTokenizer::lineEndAt(uint32_t position) const {
  if (recordEnd_ == RecordEnd::kNothing || position == limit_) return 0;
  const char c = text_[position];
  switch (recordEnd_) {
    case RecordEnd::kLineFeed: return c == '\n' ? 1 : 0;
    case RecordEnd::kReturn: return c == '\n' || c == '\r' ? 1 : 0;
    case RecordEnd::kReturnAndFeed:
      if (c == '\r') return position + 1 < limit_ && text_[position + 1] == '\n' ? 2 : 0;
      return c == '\n' ? 1 : 0;
    default: break;
  }
  const std::string_view rest(text_ + position, limit_ - position);
  return rest.starts_with(options_.lineSeparator) ? static_cast<uint32_t>(options_.lineSeparator.size()) : 0;
}

bool RecordTokenizer::separatorAt(uint32_t position) const {
  if (position == limit_ || text_[position] != options_.separator[0]) return false;
  if (options_.separator.size() == 1) return true;
  return std::string_view(text_ + position, limit_ - position).starts_with(options_.separator);
}

uint32_t RecordTokenizer::skipSpace(uint32_t position) const {
  while (position < limit_ && isSpace(position) && !stopsAt(position) && text_[position] != options_.quote) ++position;
  return position;
}

uint32_t RecordTokenizer::takeField(uint32_t position) {
  if (options_.ignoreLeadingWhiteSpace) position = skipSpace(position);
  if (position == limit_ || stopsAt(position)) {
    addPlain(position, position);
    return position;
  }
  const bool quoted = options_.quote != '\0' && text_[position] == options_.quote;
  return quoted ? takeQuoted(position) : takePlain(position);
}

uint32_t RecordTokenizer::takePlain(uint32_t position) {
  uint32_t end = position;
  while (end < limit_ && !stopsAt(end)) ++end;
  addPlain(position, end);
  return end;
}

uint32_t RecordTokenizer::takeQuoted(uint32_t position) {
  uint32_t end = 0;
  return takeSimplyQuoted(position, end) ? end : takeCarefully(position);
}

// Most quoted fields hold neither quotes nor escapes, and need not be copied.
bool RecordTokenizer::takeSimplyQuoted(uint32_t position, uint32_t& end) {
  const bool hasReturns = recordEnd_ == RecordEnd::kReturnAndFeed || recordEnd_ == RecordEnd::kReturn;
  uint32_t at = position + 1;
  while (at < limit_ && text_[at] != options_.quote) {
    const char c = text_[at];
    if ((c == options_.escape && c != '\0') || (hasReturns && c == '\r')) return false;
    ++at;
  }
  if (at == limit_ || !(at + 1 == limit_ || stopsAt(at + 1))) return false;
  addQuoted(position + 1, at);
  end = at + 1;
  return true;
}

uint32_t RecordTokenizer::takeCarefully(uint32_t position) {
  taken_ = ++arenaEnd_;
  pending_ = '\0';
  uint32_t at = position + 1;
  while (at < limit_) {
    const char c = text_[at];
    const bool closed = pending_ == options_.quote && pending_ != '\0';
    if (closed && (stopsAt(at) || isSpace(at))) return takeBehindQuote(at);
    if (c != options_.quote && (c != options_.escape || c == '\0')) {
      if (closed) {
        if (options_.unescapedQuotes != UnescapedQuotes::kStopAtClosingQuote) return takeUnescapedQuote(at);
        put(options_.quote);
      } else if (pending_ != '\0') {
        put(pending_);
      }
      at = takeRun(at);
    } else if (closed && c != options_.quote) {
      return takeUnescapedQuote(at);
    } else {
      takeSpecial(c);
      ++at;
    }
  }
  takeUnfinished(at == position + 1);
  return at;
}

// Characters that mean themselves, up to a quote or an escape, which is left pending.
uint32_t RecordTokenizer::takeRun(uint32_t position) {
  const bool normalizes = recordEnd_ == RecordEnd::kReturnAndFeed || recordEnd_ == RecordEnd::kReturn;
  pending_ = '\0';
  while (position < limit_) {
    const char c = text_[position];
    const bool special = c == options_.quote || c == options_.escape || c == options_.escapeOfEscape;
    if (special && c != '\0') {
      pending_ = c;
      return position + 1;
    }
    const uint32_t lineEnd = normalizes ? lineEndAt(position) : 0;
    put(lineEnd != 0 ? '\n' : c);
    position += lineEnd != 0 ? lineEnd : 1;
  }
  return position;
}

// A quote or an escape, after what is pending.
void RecordTokenizer::takeSpecial(char c) {
  if (c == options_.escape && pending_ == options_.escapeOfEscape && pending_ != '\0') {
    put(options_.escape);
    pending_ = '\0';
  } else if (pending_ == options_.escape && pending_ != '\0') {
    put(c == options_.quote ? options_.quote : pending_);
    pending_ = c == options_.quote ? '\0' : c;
  } else {
    if (c == options_.quote && pending_ == options_.quote) put(options_.quote);
    pending_ = c;
  }
}

// The quoted text has ended, and a separator, line end or white space follows.
uint32_t RecordTokenizer::takeBehindQuote(uint32_t position) {
  uint32_t at = position;
  while (at < limit_ && isSpace(at) && !stopsAt(at)) ++at;
  if (at == limit_ || stopsAt(at)) {
    addTaken();
    return at;
  }
  if (options_.unescapedQuotes == UnescapedQuotes::kSkipValue ||
      options_.unescapedQuotes == UnescapedQuotes::kRaiseError) {
    return takeUnescapedQuote(at);
  }
  put(options_.quote);
  for (; position < at; ++position) put(text_[position]);
  return takeUpToSeparator(at);
}

// Text goes on behind a quote that should have been the last.
uint32_t RecordTokenizer::takeUnescapedQuote(uint32_t position) {
  if (options_.unescapedQuotes == UnescapedQuotes::kStopAtDelimiter ||
      options_.unescapedQuotes == UnescapedQuotes::kStopAtClosingQuote) {
    put(options_.quote);
    return takeUpToSeparator(position);
  }
  malformed_ |= options_.unescapedQuotes == UnescapedQuotes::kRaiseError;
  while (position < limit_ && !stopsAt(position)) ++position;
  add({0, CsvField::kNull});
  return position;
}

// Then the quotes were no quotes, but a part of the field.
uint32_t RecordTokenizer::takeUpToSeparator(uint32_t position) {
  text_[--taken_] = options_.quote;
  while (position < limit_ && !stopsAt(position)) put(text_[position++]);
  if (options_.ignoreTrailingWhiteSpace) {
    while (arenaEnd_ > taken_ && isSpace(arenaEnd_ - 1)) --arenaEnd_;
  }
  addTaken();
  return position;
}

// The text ended before the quote was closed, or just where it was.
void RecordTokenizer::takeUnfinished(bool nothingTaken) {
  if (nothingTaken) put(options_.quote);
  addTaken();
}

void RecordTokenizer::addPlain(uint32_t begin, uint32_t end) {
  if (options_.ignoreTrailingWhiteSpace) {
    while (end > begin && isSpace(end - 1)) --end;
  }
  add({begin, end == begin ? CsvField::kNull : end - begin});
}

void RecordTokenizer::addQuoted(uint32_t begin, uint32_t end) {
  add(begin == end ? emptyField() : CsvField{begin, end - begin});
}

void RecordTokenizer::add(CsvField field) {
  if (!field.isNull()) {
    if (options_.maxCharsPerColumn >= 0 && static_cast<int64_t>(field.length) > options_.maxCharsPerColumn) {
      malformed_ = true;
      field.length = CsvField::kNull;
    } else if (field.text(text_) == options_.nullValue) {
      field.length = CsvField::kNull;
    }
  }
  fields_.push_back(field);
}

}  // namespace ferro
