// Cuts the records of a block into the fields of the wanted columns. Lines without quotes whose number of fields is
// right are cut in bulk, from an index of all separators; every other record goes to the RecordTokenizer. Belongs to
// one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/engine/io/csv/block_reader.h"
#include "ferro/engine/io/csv/csv_fields.h"
#include "ferro/engine/io/csv/csv_options.h"
#include "ferro/engine/io/csv/record_tokenizer.h"
#include "ferro/engine/io/csv/structural_scan.h"

namespace ferro {

class RowTokenizer {
 public:
  // numColumns is what a record should have. The options must outlive the tokenizer.
  RowTokenizer(const CsvOptions& options, size_t numColumns, std::vector<int> wanted);

  // Lines that read like this one are skipped.
  void leaveOut(std::string line) { leftOut_ = std::move(line); }

  // The first record of the block that is neither blank nor a comment, which it must not have been cut into before.
  // False when there is none, or not all of it. Either way used() says what may be consumed.
  bool takeFirst(const CsvBlock& block);
  std::vector<std::string> firstFields() const;  // null fields are empty
  std::string_view firstRecord() const;

  // Cuts the records of a block, as many as there is room for.
  void tokenize(const CsvBlock& block, CsvFields& fields);

  size_t used() const { return used_; }
  // Whether what was not used is a record of which the block holds only a part.
  bool needsMore() const { return needsMore_; }
  // Whether the text of the fields is ASCII.
  bool isAscii() const { return isAscii_; }

 private:
  void start(const CsvBlock& block);
  void tokenizeInBulk(CsvFields& fields);
  void tokenizeCarefully(CsvFields& fields);
  bool allLinesArePlain() const;
  size_t roomFor(size_t records) const;

  bool isPlain(uint32_t begin, size_t first, size_t last) const;
  void addPlain(const uint32_t* ends, uint32_t begin, uint32_t end, CsvFields& fields);
  // False when the line is not as simple as that takes.
  bool addQuoted(const uint32_t* structure, uint32_t begin, uint32_t end, CsvFields& fields);
  void addLine(uint32_t begin, uint32_t end, CsvFields& fields);
  void addTokenized(CsvFields& fields);
  void markNulls(CsvFields& fields) const;
  bool isSkipped(uint32_t begin, uint32_t end) const;
  bool isLeftOut(uint32_t begin, uint32_t end) const;

  // Cuts the next record that is not to be skipped, from position_ on.
  bool takeRecord() { return options_.multiLine ? takeMultiLineRecord() : takeLine(); }
  bool takeLine();
  bool takeMultiLineRecord();
  uint32_t lineEndFrom(uint32_t begin, uint32_t& next);
  bool skipBlankAndComments();
  void detectRecordEnd();
  size_t numLineEnds() const;

  const CsvOptions& options_;
  const size_t numColumns_;
  const std::vector<int> wanted_;
  const bool inBulk_;
  std::vector<CsvField> line_;  // the fields of one line, before those wanted are picked
  std::string leftOut_;
  StructuralIndex index_;
  RecordTokenizer records_;

  CsvBlock block_;
  uint32_t position_ = 0;     // where the next record is looked for
  uint32_t recordBegin_ = 0;  // of the record that was cut last
  size_t nextFeed_ = 0;       // the first line feed from some earlier position on
  size_t used_ = 0;
  bool needsMore_ = false;
  bool hasEscape_ = false;  // in the block
  bool isAscii_ = false;
};

}  // namespace ferro
