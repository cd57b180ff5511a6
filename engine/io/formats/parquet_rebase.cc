#include "ferro/engine/io/formats/parquet_rebase.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <arrow/array/array_base.h>
#include <arrow/array/data.h>
#include <arrow/array/util.h>
#include <arrow/buffer.h>
#include <arrow/type.h>
#include <arrow/util/bit_util.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/metadata.h>
#include <parquet/schema.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/io/formats/calendar_rebase.h"
#include "ferro/engine/io/formats/spark_schema.h"

namespace ferro {
namespace {

using parquet::arrow::SchemaField;

std::optional<std::string> footerText(const parquet::FileMetaData& metadata, std::string_view key) {
  const auto& pairs = metadata.key_value_metadata();
  if (!pairs) return std::nullopt;
  auto value = pairs->Get(std::string(key));
  if (!value.ok()) return std::nullopt;
  return std::move(value).ValueUnsafe();
}

// Spark's rule, which compares versions as texts.
RebaseMode modeIn(const parquet::FileMetaData& metadata, RebaseMode otherwise, std::string_view firstModern,
                  std::string_view legacyKey) {
  const auto version = footerText(metadata, kSparkVersionKey);
  if (!version) return otherwise;
  return *version < firstModern || footerText(metadata, legacyKey) ? RebaseMode::kLegacy : RebaseMode::kCorrected;
}

int64_t unitsPerSecond(arrow::TimeUnit::type unit) {
  switch (unit) {
    case arrow::TimeUnit::SECOND: return 1;
    case arrow::TimeUnit::MILLI: return 1'000;
    case arrow::TimeUnit::MICRO: return 1'000'000;
    default: return 1'000'000'000;
  }
}

}  // namespace

std::optional<RebaseMode> rebaseModeOf(std::string_view text) {
  const std::string mode = lowerCase(text);
  if (mode == "corrected") return RebaseMode::kCorrected;
  if (mode == "legacy") return RebaseMode::kLegacy;
  if (mode == "exception") return RebaseMode::kException;
  return std::nullopt;
}

ParquetRebase::ParquetRebase(const RebaseOptions& options, const parquet::FileMetaData& metadata, std::string location)
    : datetime_(modeIn(metadata, options.datetime, "3.0.0", kSparkLegacyDateTimeKey)),
      int96_(modeIn(metadata, options.int96, "3.1.0", kSparkLegacyInt96Key)),
      zone_(TimeZone::utc()),
      columns_(metadata.schema()),
      location_(std::move(location)) {
  if (datetime_ == RebaseMode::kLegacy || int96_ == RebaseMode::kLegacy) {
    zone_ = TimeZone::of(footerText(metadata, kSparkTimeZoneKey).value_or(options.timeZone));
  }
}

RebaseMode ParquetRebase::modeOf(const SchemaField& leaf) const {
  const arrow::DataType& type = *leaf.field->type();
  if (type.id() == arrow::Type::DATE32) return datetime_;
  if (type.id() != arrow::Type::TIMESTAMP) return RebaseMode::kCorrected;
  if (columns_->Column(leaf.column_index)->physical_type() == parquet::Type::INT96) return int96_;
  // What has no zone never was an instant of the old classes.
  const bool hasZone = !static_cast<const arrow::TimestampType&>(type).timezone().empty();
  return hasZone ? datetime_ : RebaseMode::kCorrected;
}

bool ParquetRebase::concerns(const SchemaField& field) const {
  if (field.is_leaf()) return modeOf(field) != RebaseMode::kCorrected;
  return std::any_of(field.children.begin(), field.children.end(), [&](const auto& child) { return concerns(child); });
}

bool ParquetRebase::keepsOrder(const SchemaField& field) const {
  return !field.is_leaf() || modeOf(field) != RebaseMode::kLegacy;
}

std::shared_ptr<arrow::Array> ParquetRebase::rebased(const std::shared_ptr<arrow::Array>& column,
                                                     const SchemaField& field, arrow::MemoryPool* pool) const {
  if (!isNeeded() || !concerns(field)) return column;
  return arrow::MakeArray(rebasedData(column->data(), field, pool));
}

void ParquetRebase::throwAncient(const parquet::ColumnDescriptor& column) const {
  const bool isInt96 = column.physical_type() == parquet::Type::INT96;
  const std::string option = isInt96 ? "int96RebaseMode" : "datetimeRebaseMode";
  throw Error(ErrorCode::kMalformedData,
              "[INCONSISTENT_BEHAVIOR_CROSS_VERSION.READ_ANCIENT_DATETIME] column `" + column.path()->ToDotString() +
                  "` of " + location_ +
                  " has a date before 1582-10-15 or a timestamp before 1900-01-01T00:00:00Z, and the file does not say "
                  "in which calendar; set the option '" +
                  option + "' (or ferro.sql.parquet." + option +
                  "InRead) to LEGACY if Spark 2 or Hive wrote it, else to CORRECTED");
}

// A null may hold any number, and is left as it is.
template <class T, class Rebase>
std::shared_ptr<arrow::ArrayData> ParquetRebase::mapped(const arrow::ArrayData& data, T firstCommon,
                                                        const SchemaField& leaf, arrow::MemoryPool* pool,
                                                        const Rebase& rebase) const {
  const T* values = data.GetValues<T>(1);
  const RebaseMode mode = modeOf(leaf);
  if (std::none_of(values, values + data.length, [&](T value) { return value < firstCommon; })) {
    return std::make_shared<arrow::ArrayData>(data);
  }
  std::shared_ptr<arrow::Buffer> buffer = valueOf(
      arrow::AllocateBuffer((data.offset + data.length) * static_cast<int64_t>(sizeof(T)), pool), "cannot read dates");
  std::memset(buffer->mutable_data(), 0, static_cast<size_t>(buffer->size()));
  T* target = reinterpret_cast<T*>(buffer->mutable_data()) + data.offset;
  for (int64_t i = 0; i < data.length; ++i) {
    target[i] = values[i];
    if (values[i] >= firstCommon || !data.IsValid(i)) continue;
    if (mode == RebaseMode::kException) throwAncient(*columns_->Column(leaf.column_index));
    target[i] = rebase(values[i]);
  }
  auto copy = std::make_shared<arrow::ArrayData>(data);
  copy->buffers[1] = std::move(buffer);
  return copy;
}

std::shared_ptr<arrow::ArrayData> ParquetRebase::rebasedData(const std::shared_ptr<arrow::ArrayData>& data,
                                                             const SchemaField& field, arrow::MemoryPool* pool) const {
  if (!concerns(field)) return data;
  if (!field.is_leaf()) {
    auto copy = std::make_shared<arrow::ArrayData>(*data);
    if (data->child_data.size() != field.children.size()) throwInternal("a column that is not like its file's field");
    for (size_t i = 0; i < copy->child_data.size(); ++i) {
      copy->child_data[i] = rebasedData(data->child_data[i], field.children[i], pool);
    }
    return copy;
  }
  if (field.field->type()->id() == arrow::Type::DATE32) {
    return mapped<int32_t>(*data, kFirstGregorianDay, field, pool,
                           [](int32_t days) { return static_cast<int32_t>(rebasedDays(days)); });
  }
  const int64_t perSecond = unitsPerSecond(static_cast<const arrow::TimestampType&>(*data->type).unit());
  const int64_t firstCommon = kFirstCommonMicros / kMicrosPerSecond * perSecond;
  return mapped<int64_t>(*data, firstCommon, field, pool, [&](int64_t value) {
    // Calendars differ by whole seconds, whatever the unit.
    const int64_t micros = floorDivide(value, perSecond) * kMicrosPerSecond;
    return value + (rebasedMicros(micros, *zone_) - micros) / kMicrosPerSecond * perSecond;
  });
}

}  // namespace ferro
