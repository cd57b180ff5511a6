// The first record of CSV files, which names their columns or says how many there are. Found by a job of one small
// task: the files may be where only executors are. For driver threads.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/io/formats/file_split.h"
#include "ferro/engine/typed_node.h"

namespace ferro {

struct CsvFirstRecord {
  std::vector<std::string> fields;  // empty where they are null
  std::string text;
};

// The argument has the files to look at, one after another.
class CsvFirstRecordSource final
    : public NodeWith<CsvFirstRecordSource, CsvFirstRecord, std::map<std::string, std::string>, FileSplits> {
 public:
  using CsvFirstRecordSource::NodeWith::NodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override;
};

// Of the first file that has one, in the order in which the partitions read them; empty when none has.
CsvFirstRecord readFirstRecord(const SessionPtr& session, const std::map<std::string, std::string>& options,
                               const std::vector<FileSplits>& partitions);

}  // namespace ferro
