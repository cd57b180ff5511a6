// Actions that write an Rdd to a directory of part files, whole or not at all.
#pragma once

#include <string>

#include "ferro/engine/io/parquet_sink.h"
#include "ferro/engine/io/text_sink.h"
#include "ferro/engine/rdd_base.h"

namespace ferro::detail {

template <class T>
void saveAsTextFile(const Rdd<T>& rdd, const std::string& directory, const std::string& compression) {
  OutputCommitter output(directory, compressionSuffix(compression));
  output.commit(run(rdd, "saveAsTextFile", WriteTextPart{}, output.task()));
}

template <class T>
void saveAsParquetFile(const Rdd<T>& rdd, const std::string& directory) {
  OutputCommitter output(directory, parquetSuffix());
  output.commit(run(rdd, "saveAsParquetFile", WriteParquetPart{}, output.task()));
}

}  // namespace ferro::detail
