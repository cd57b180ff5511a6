// Tables of random values with all that is awkward: nulls, NaN, -0.0, empty and long texts, skew, dictionaries, slices.
// The same seed gives the same table. For the test's own thread.
#pragma once

#include <cstdint>
#include <memory>

#include <arrow/type_fwd.h>

namespace ferro::test {

struct TableOptions {
  int64_t rows = 1'000;
  uint64_t seed = 1;
  int64_t distinct = 20;      // values of the keys, skewed to the first ones
  bool dictionaries = false;  // text keys come as dictionaries
  bool nulls = true;
};

// The columns, by position.
enum RandomColumn : int {
  kInt,     // int: keys
  kLong,    // bigint: keys
  kText,    // string: keys
  kDouble,  // double: keys, with NaN and -0.0
  kFlag,    // boolean
  kSmall,   // int: values from -100 to 100
  kBig,     // bigint: values
  kReal,    // double: multiples of 0.25, so that sums are exact in any order
  kWord,    // string: values, some longer than 16 bytes
  kMoney,   // decimal(10,2)
  kDay,     // date
  kRow,     // bigint: the row's number, never null
};

// In chunks of different sizes, each a slice of something larger.
std::shared_ptr<arrow::Table> randomTable(const TableOptions& options);

}  // namespace ferro::test
