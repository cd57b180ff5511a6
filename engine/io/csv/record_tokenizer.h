// Cuts one CSV record into fields, a character at a time, with every rule that Spark's parser has: quotes, escapes,
// separators of several characters, white space, line ends inside quotes. The RowTokenizer asks it for the records that
// it cannot cut in bulk. Belongs to one thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ferro/engine/io/csv/block_reader.h"
#include "ferro/engine/io/csv/csv_fields.h"
#include "ferro/engine/io/csv/csv_options.h"

namespace ferro {

// What ends a record in multiLine text. Within a line nothing does: the line's end is the text's.
enum class RecordEnd : uint8_t { kNothing, kLineFeed, kReturnAndFeed, kReturn, kCustom };

class RecordTokenizer {
 public:
  // The options must outlive the tokenizer.
  explicit RecordTokenizer(const CsvOptions& options) : options_(options) {}

  void setRecordEnd(RecordEnd end) { recordEnd_ = end; }

  // The block whose records come next.
  void start(const CsvBlock& block);
  // Cuts the record that begins at `begin` and reaches up to `limit` at most. Its fields are in fields() until the next
  // call; what they point to stays until the next start().
  void tokenize(uint32_t begin, uint32_t limit);

  const std::vector<CsvField>& fields() const { return fields_; }
  bool isMalformed() const { return malformed_; }
  uint32_t recordEnd() const { return end_; }  // where its text ends
  uint32_t nextRecord() const { return next_; }

  // What a quoted field without text is, in this block.
  CsvField emptyField() const {
    const bool null = options_.emptyValue == options_.nullValue;
    return {emptyValue_, null ? CsvField::kNull : static_cast<uint32_t>(options_.emptyValue.size())};
  }

  // Where the text ends that lineEndAt looks at; tokenize() sets it too.
  void setLimit(uint32_t limit) { limit_ = limit; }
  // Bytes of the line end at a position; 0 when there is none.
  uint32_t lineEndAt(uint32_t position) const;
  // How far behind a position the meaning of its character can depend on others.
  uint32_t lookahead() const { return static_cast<uint32_t>(options_.separator.size()) + 2; }

 private:
  bool separatorAt(uint32_t position) const;
  bool stopsAt(uint32_t position) const { return separatorAt(position) || lineEndAt(position) != 0; }
  bool isSpace(uint32_t position) const { return static_cast<unsigned char>(text_[position]) <= ' '; }
  uint32_t skipSpace(uint32_t position) const;

  uint32_t takeField(uint32_t position);
  uint32_t takePlain(uint32_t position);
  uint32_t takeQuoted(uint32_t position);
  bool takeSimplyQuoted(uint32_t position, uint32_t& end);
  uint32_t takeCarefully(uint32_t position);
  uint32_t takeRun(uint32_t position);
  uint32_t takeBehindQuote(uint32_t position);
  uint32_t takeUnescapedQuote(uint32_t position);
  void takeSpecial(char character);
  void takeUnfinished(bool nothingTaken);
  uint32_t takeUpToSeparator(uint32_t position);

  void put(char character) { text_[arenaEnd_++] = character; }
  void addPlain(uint32_t begin, uint32_t end);
  void addQuoted(uint32_t begin, uint32_t end);
  void add(CsvField field);
  void addTaken() { addQuoted(taken_, arenaEnd_); }

  const CsvOptions& options_;
  RecordEnd recordEnd_ = RecordEnd::kNothing;
  char* text_ = nullptr;
  uint32_t limit_ = 0;
  uint32_t arenaEnd_ = 0;
  uint32_t emptyValue_ = 0;  // where the arena holds what an empty quoted field stands for

  std::vector<CsvField> fields_;
  bool malformed_ = false;
  uint32_t end_ = 0;
  uint32_t next_ = 0;

  // While a quoted field is taken apart:
  uint32_t taken_ = 0;   // where its text begins in the arena; one byte before is free for a quote
  char pending_ = '\0';  // a quote or escape whose meaning the next character decides
};

}  // namespace ferro
