// Which calendar a Parquet file's dates and times are in, and its columns brought into the one that is used now. Spark
// says so in the file's footer; for files of others the options decide. For .cc files. Belongs to one reader.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <arrow/type_fwd.h>
#include <parquet/arrow/schema.h>
#include <parquet/type_fwd.h>

#include "ferro/engine/expr/time_zone.h"

namespace ferro {

enum class RebaseMode : uint8_t {
  kCorrected,  // values are read as they are
  kLegacy,     // values are of the hybrid calendar
  kException,  // a value that the calendars count differently is an error
};

// EXCEPTION, CORRECTED or LEGACY in any letter case; nothing for another text.
std::optional<RebaseMode> rebaseModeOf(std::string_view text);

// What a reader is told for files that do not say it themselves.
struct RebaseOptions {
  RebaseMode datetime = RebaseMode::kCorrected;
  RebaseMode int96 = RebaseMode::kCorrected;
  std::string timeZone = "UTC";
};

class ParquetRebase {
 public:
  ParquetRebase(const RebaseOptions& options, const parquet::FileMetaData& metadata, std::string location);

  // False when the values of dates and times are good as they are.
  bool isNeeded() const { return datetime_ != RebaseMode::kCorrected || int96_ != RebaseMode::kCorrected; }
  // False when the statistics of a column are in another calendar than its values will be.
  bool keepsOrder(const parquet::arrow::SchemaField& field) const;

  // The column of that field, also inside of lists, maps and structs.
  std::shared_ptr<arrow::Array> rebased(const std::shared_ptr<arrow::Array>& column,
                                        const parquet::arrow::SchemaField& field, arrow::MemoryPool* pool) const;

 private:
  bool concerns(const parquet::arrow::SchemaField& field) const;
  RebaseMode modeOf(const parquet::arrow::SchemaField& leaf) const;
  std::shared_ptr<arrow::ArrayData> rebasedData(const std::shared_ptr<arrow::ArrayData>& data,
                                                const parquet::arrow::SchemaField& field,
                                                arrow::MemoryPool* pool) const;
  template <class T, class Rebase>
  std::shared_ptr<arrow::ArrayData> mapped(const arrow::ArrayData& data, T firstCommon,
                                           const parquet::arrow::SchemaField& leaf, arrow::MemoryPool* pool,
                                           const Rebase& rebase) const;
  [[noreturn]] void throwAncient(const parquet::ColumnDescriptor& column) const;

  RebaseMode datetime_;
  RebaseMode int96_;
  TimeZonePtr zone_;  // in which legacy timestamps keep what a clock showed
  const parquet::SchemaDescriptor* columns_;
  std::string location_;
};

}  // namespace ferro
