#include <array>
#include <utility>

#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/engine/io/formats/format_options.h"
#include "ferro/engine/io/formats/spark_schema.h"
#include "ferro/engine/io/parquet_settings.h"
#include "ferro/engine/io/parquet_sink.h"
#include "ferro/engine/io/write/write_format.h"

namespace ferro {
namespace {

// The Spark whose way of storing dates is followed: no calendar before 1582 but the one in use now.
constexpr std::string_view kSparkVersion = "4.0.0";
constexpr std::array<std::string_view, 1> kParquetOptions = {"compression"};

struct Compression {
  std::string_view name;
  std::string_view extension;
  arrow::Compression::type type;
};
constexpr std::array<Compression, 8> kParquetCompressions = {{{"snappy", ".snappy", arrow::Compression::SNAPPY},
                                                              {"none", "", arrow::Compression::UNCOMPRESSED},
                                                              {"uncompressed", "", arrow::Compression::UNCOMPRESSED},
                                                              {"gzip", ".gz", arrow::Compression::GZIP},
                                                              {"zstd", ".zstd", arrow::Compression::ZSTD},
                                                              {"brotli", ".br", arrow::Compression::BROTLI},
                                                              {"lz4", ".lz4raw", arrow::Compression::LZ4},
                                                              {"lz4_raw", ".lz4raw", arrow::Compression::LZ4}}};

class ParquetFile final : public RowFile {
 public:
  ParquetFile(TaskContext& context, std::unique_ptr<PartFile> file, const std::shared_ptr<arrow::Schema>& schema,
              const ParquetSettings& settings)
      : part_(context, std::move(file), schema, settings) {}

  void add(const std::shared_ptr<arrow::RecordBatch>& batch) override { part_.add(batch); }
  int64_t bytes() const override { return part_.bytes(); }
  WrittenPart finish() override { return part_.finish(); }

 private:
  ParquetPart part_;
};

class ParquetWriteFormat final : public WriteFormat {
 public:
  explicit ParquetWriteFormat(const std::map<std::string, std::string>& given) {
    const FormatOptions options("parquet", given, kParquetOptions);
    std::array<std::string_view, kParquetCompressions.size()> names;
    for (size_t i = 0; i < names.size(); ++i) names[i] = kParquetCompressions[i].name;
    const std::string name = options.choice("compression", "snappy", names);
    for (const Compression& one : kParquetCompressions) {
      if (one.name == name) compression_ = one;
    }
  }

  std::string extension() const override { return std::string(compression_.extension) + ".parquet"; }

  void checkSchema(const arrow::Schema& schema) const override {
    for (const auto& field : schema.fields()) {
      if (field->type()->id() == arrow::Type::NA) throwUnsupportedType("Parquet", *field);
    }
  }

  std::unique_ptr<RowFile> open(TaskContext& context, std::unique_ptr<PartFile> file,
                                const std::shared_ptr<arrow::Schema>& schema, int64_t bufferBytes) const override {
    ParquetSettings settings;
    settings.compression = compression_.type;
    settings.rowGroupBytes = bufferBytes;
    settings.metadata[std::string(kSparkSchemaKey)] = sparkSchemaJson(*schema);
    settings.metadata[std::string(kSparkVersionKey)] = kSparkVersion;
    return std::make_unique<ParquetFile>(context, std::move(file), schema, settings);
  }

 private:
  Compression compression_ = kParquetCompressions[0];
};

}  // namespace

std::unique_ptr<const WriteFormat> makeParquetWriteFormat(const std::map<std::string, std::string>& options) {
  return std::make_unique<const ParquetWriteFormat>(options);
}

}  // namespace ferro
