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
  PartitionTypes(TaskContext& context, int partition, const CsvInference& inference, const FileSplits& splits)
      : context_(context),
        inference_(inference),
        splits_(splits),
        options_(parseCsvOptions(inference.options)),
        classifier_(options_),
        random_(seedFor(1, partition)),
        types_(inference.columns.size()) {}

  const std::vector<InferredType>* next() override {
    if (std::exchange(given_, true)) return nullptr;
    for (const FileSplit& split : splits_) addSplit(split);
    return &types_;
  }

 private:
  void addSplit(const FileSplit& split) {
    std::vector<int> all(inference_.columns.size());
    std::iota(all.begin(), all.end(), 0);
    CsvSplitReader reader(context_, options_, split, {inference_.columns, std::move(all)});
    // Where a record may have several lines, each file's first is its header.
    if (options_.header && !options_.multiLine) reader.leaveOut(inference_.header);
    while (reader.next()) {
      context_.metrics().inputRows += static_cast<int64_t>(reader.fields().numRecords());
      addBlock(reader);
    }
  }

  void addBlock(const CsvSplitReader& reader) {
    const bool samples = options_.samplingRatio <= kAll;
    if (samples) drawRows(reader.fields().numRecords());
    for (size_t column = 0; column < types_.size(); ++column) {
      const CsvColumn fields = reader.fields().column(column);
      if (!samples) {
        classifier_.add(reader.block().text, fields, reader.fields().numRecords(), types_[column]);
        continue;
      }
      sampled_.clear();
      for (const size_t row : drawn_) sampled_.push_back(fields[row]);
      classifier_.add(reader.block().text, CsvColumn(sampled_.data()), sampled_.size(), types_[column]);
    }
  }

  void drawRows(size_t count) {
    drawn_.clear();
    for (size_t row = 0; row < count; ++row) {
      if (random_.nextDouble() < options_.samplingRatio) drawn_.push_back(row);
    }
  }

  TaskContext& context_;
  const CsvInference& inference_;
  const FileSplits& splits_;
  CsvOptions options_;
  ColumnClassifier classifier_;
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
