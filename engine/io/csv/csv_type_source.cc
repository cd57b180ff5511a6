#include "ferro/engine/io/csv/csv_type_source.h"

#include <numeric>
#include <utility>

#include "ferro/engine/io/csv/column_classifier.h"
#include "ferro/engine/io/csv/csv_split_reader.h"
#include "ferro/engine/random.h"

namespace ferro {
namespace {

// As Spark: a ratio this close to all is all.
constexpr double kAll = 0.99;

class PartitionTypes final : public Iterator<std::vector<InferredType>> {
 public:
  PartitionTypes(TaskContext& context, int partition, const CsvInference& inference, const CsvPartition& splits)
      : options_(parseCsvOptions(inference.options)),
        classifier_(options_),
        reader_(context, options_, splits, {inference.columns, allColumns(inference)}),
        random_(seedFor(1, partition)),
        types_(inference.columns.size()) {
    // Where a record may have several lines, each file's first is its header.
    if (options_.header && !options_.multiLine) reader_.leaveOut(inference.header);
  }

  const std::vector<InferredType>* next() override {
    if (std::exchange(given_, true)) return nullptr;
    while (reader_.next()) addBlock();
    return &types_;
  }

 private:
  static std::vector<int> allColumns(const CsvInference& inference) {
    std::vector<int> columns(inference.columns.size());
    std::iota(columns.begin(), columns.end(), 0);
    return columns;
  }

  void addBlock() {
    const bool samples = options_.samplingRatio <= kAll;
    if (samples) drawRows();
    for (size_t column = 0; column < types_.size(); ++column) {
      const CsvField* fields = reader_.fields().column(column);
      size_t count = reader_.fields().numRecords();
      if (samples) {
        sampled_.clear();
        for (const size_t row : drawn_) sampled_.push_back(fields[row]);
        fields = sampled_.data();
        count = sampled_.size();
      }
      classifier_.add(reader_.block().text, fields, count, types_[column]);
    }
  }

  void drawRows() {
    drawn_.clear();
    for (size_t row = 0; row < reader_.fields().numRecords(); ++row) {
      if (random_.nextDouble() < options_.samplingRatio) drawn_.push_back(row);
    }
  }

  CsvOptions options_;
  ColumnClassifier classifier_;
  CsvSplitReader reader_;
  SplitMix64 random_;
  std::vector<size_t> drawn_;
  std::vector<CsvField> sampled_;
  std::vector<InferredType> types_;
  bool given_ = false;
};

}  // namespace

std::unique_ptr<UntypedIterator> CsvTypeSource::open(TaskContext& context, int partition, PartitionInputs&) const {
  return std::make_unique<PartitionTypes>(context, partition, argument<0>(),
                                          argument<1>()[static_cast<size_t>(partition)]);
}

}  // namespace ferro
