#include "ferro/engine/io/csv/csv_first_record.h"

#include <utility>

#include "ferro/engine/io/csv/block_reader.h"
#include "ferro/engine/io/csv/csv_options.h"
#include "ferro/engine/io/csv/row_tokenizer.h"
#include "ferro/engine/rdd.h"

namespace ferro {
namespace {

class FirstRecord final : public Iterator<CsvFirstRecord> {
 public:
  FirstRecord(TaskContext& context, const std::map<std::string, std::string>& options, const FileSplits& files)
      : context_(context), options_(parseCsvOptions(options)), files_(files) {}

  const CsvFirstRecord* next() override {
    if (std::exchange(given_, true)) return nullptr;
    for (const FileSplit& file : files_) {
      if (find(file)) return &record_;
    }
    return nullptr;
  }

 private:
  bool find(const FileSplit& file) {
    BlockReader reader(context_, file, options_);
    RowTokenizer tokenizer(options_, 0, {});
    CsvBlock block;
    while (reader.next(block)) {
      if (tokenizer.takeFirst(block)) {
        record_ = {tokenizer.firstFields(), std::string(tokenizer.firstRecord())};
        return true;
      }
      reader.consume(tokenizer.used(), tokenizer.needsMore());
    }
    return false;
  }

  TaskContext& context_;
  CsvOptions options_;
  const FileSplits& files_;
  CsvFirstRecord record_;
  bool given_ = false;
};

}  // namespace

std::unique_ptr<UntypedIterator> CsvFirstRecordSource::open(TaskContext& context, int, PartitionInputs&) const {
  return std::make_unique<FirstRecord>(context, argument<0>(), argument<1>());
}

CsvFirstRecord readFirstRecord(const SessionPtr& session, const std::map<std::string, std::string>& options,
                               const std::vector<FileSplits>& partitions) {
  FileSplits files;
  for (const FileSplits& partition : partitions) {
    for (const FileSplit& split : partition) {
      if (split.offset == 0) files.push_back(split);
    }
  }
  NodeInfo info{0, "csv header", 1, nullptr};
  auto found =
      detail::makeRdd<CsvFirstRecordSource>(session, std::move(info), LineageParents{}, options, std::move(files))
          .take(1);
  return found.empty() ? CsvFirstRecord{} : std::move(found[0]);
}

}  // namespace ferro
